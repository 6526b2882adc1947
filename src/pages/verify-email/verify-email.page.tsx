import { EntryScreen } from '#accounts/web/index.ts'
import { Island } from '#pages/islands/island.tsx'
import { Brand } from '#pages/layout/brand.tsx'
import type { PageHead } from '#pages/page/page-head.ts'
import { VerifyEmailForm } from './verify-email-form.island.tsx'

export const head = (): PageHead => ({
  title: 'Confirm your email address',
  description: 'Confirm that an email address is yours.',
  path: '/verify-email',
  noIndex: true,
})

export const Component = () => (
  <EntryScreen title="Confirm your email address" brand={<Brand />} intro="One tap, and it is done.">
    <Island component={VerifyEmailForm} props={{}} hydration="act" />
  </EntryScreen>
)
