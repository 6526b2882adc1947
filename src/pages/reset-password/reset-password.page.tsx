import { EntryScreen } from '#accounts/web/index.ts'
import { Island } from '#pages/islands/island.tsx'
import { Brand } from '#pages/layout/brand.tsx'
import type { PageHead } from '#pages/page/page-head.ts'
import { ResetPasswordForm } from './reset-password-form.island.tsx'

export const head = (): PageHead => ({
  title: 'Choose a new password',
  description: 'Choose a new password with the link that was mailed to you.',
  path: '/reset-password',
  noIndex: true,
})

export const Component = () => (
  <EntryScreen title="Choose a new password" brand={<Brand />} intro="You are signed out everywhere else when it is changed.">
    <Island component={ResetPasswordForm} props={{}} hydration="act" />
  </EntryScreen>
)
