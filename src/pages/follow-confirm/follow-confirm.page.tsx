import { EntryScreen } from '#accounts/web/index.ts'
import { Island } from '#pages/islands/island.tsx'
import { Brand } from '#pages/layout/brand.tsx'
import type { PageHead } from '#pages/page/page-head.ts'
import { FollowConfirmForm } from './follow-confirm-form.island.tsx'

export const head = (): PageHead => ({
  title: 'Follow by mail',
  description: 'Confirm that you would like to get new posts by mail.',
  path: '/follow/confirm',
  noIndex: true,
})

export const Component = () => (
  <EntryScreen title="Follow by mail" brand={<Brand />} intro="One tap, and the mails begin.">
    <Island component={FollowConfirmForm} props={{}} hydration="act" />
  </EntryScreen>
)
