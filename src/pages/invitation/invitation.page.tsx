import { EntryScreen } from '#accounts/web/index.ts'
import { Island } from '#pages/islands/island.tsx'
import { Brand } from '#pages/layout/brand.tsx'
import type { PageHead } from '#pages/page/page-head.ts'
import { Alert } from '#ui/components/alert.tsx'
import { InvitationCard } from './invitation-card.island.tsx'

/** Reveals nothing about the blog, because link previews are made of it. */
export const head = (): PageHead => ({
  title: 'An invitation',
  description: 'An invitation to read along.',
  path: '/invitation',
  noIndex: true,
})

export const Component = () => (
  <EntryScreen title="Welcome" brand={<Brand />} intro="Good that you are here. A moment, and you can read along.">
    <Island component={InvitationCard} props={{}} hydration="now" />
    <noscript>
      <Alert kind="info">
        An invitation needs JavaScript: what makes it yours stands in a part of the link that only your browser sees. Please open it in
        another browser, or on another device.
      </Alert>
    </noscript>
  </EntryScreen>
)
