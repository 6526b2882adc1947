import type { CallOutput } from '#platform/contract/endpoint.ts'
import { type ListedFollower, deleteFollower, listFollowers } from '#newsletter/contract/newsletter.endpoints.ts'
import { browserApi } from '#ui/api/browser-api.ts'
import { LocalTime, useSite } from '#site/web/index.ts'
import { TableCell } from '#ui/components/table.tsx'
import { SecondLine } from '#ui/components/second-line.tsx'
import { DashboardTable, type TableKind } from '#ui/dashboard/dashboard-table.tsx'
import type { Api } from '#ui/api/client.ts'

export const loadFollowers = (call: Api, startIndex = 0): Promise<CallOutput<typeof listFollowers>> =>
  call(listFollowers, { query: { startIndex } })

const COLUMNS = ['Since', 'Email', 'What', 'Mails', 'Delete'] as const

const STATES: Readonly<Record<ListedFollower['state'], string>> = {
  mailed: 'Mails are sent',
  unconfirmed: 'Not confirmed yet',
  waiting: 'Came with your old blog; mails begin when you say so under Moving in',
  bounced: 'Ended: the address refused our mails',
  disabled: 'The account is disabled',
}

const bouncesText = ({ state, bounces }: ListedFollower): string =>
  state !== 'mailed' || bounces === 0 ? '' : bounces === 1 ? ', the last one was refused' : `, the last ${bounces} were refused`

const Subscriptions = ({ follower: { posts, replies, comments } }: { readonly follower: ListedFollower }) => (
  <>
    {posts === null ? null : <span className="block">{posts === 'at_once' ? 'Each time' : 'On Sundays'}</span>}
    {replies ? <SecondLine>Replies</SecondLine> : null}
    {comments ? <SecondLine>Comments</SecondLine> : null}
  </>
)

const KIND: TableKind<ListedFollower> = {
  caption: 'Followers',
  columns: COLUMNS,
  emptyText: 'Nobody follows by mail yet',
  load: async (startIndex) => (await loadFollowers(browserApi, startIndex)).followers,
  nameOf: ({ email }) => email,
  deletion: ({ _id, email }) => ({
    question: 'Are you sure you want to remove this follower?',
    note: 'No more mails go to this address. They can follow again.',
    run: () => browserApi(deleteFollower, { params: { followerId: _id } }),
    outcome: { text: `${email} is removed.` },
  }),
  Cells: ({ item: follower, deleteButton }) => (
    <>
      <TableCell slot="meta" prefix="Since">
        <LocalTime at={follower.since} dayOnly className="wrap-normal" />
      </TableCell>
      <TableCell slot="title">
        <span className="table-email">{follower.email}</span>
        {follower.name === null ? null : <SecondLine>{follower.name}</SecondLine>}
      </TableCell>
      <TableCell slot="meta">
        <Subscriptions follower={follower} />
      </TableCell>
      <TableCell slot="meta">
        {STATES[follower.state]}
        <span>{bouncesText(follower)}</span>
      </TableCell>
      <TableCell slot="action">
        <div className="row-actions">{deleteButton()}</div>
      </TableCell>
    </>
  ),
}

/** Who follows the blog by mail. */
export const Followers = ({ list: { followers, totalFollowers } }: { readonly list: CallOutput<typeof listFollowers> }) => {
  const { mail } = useSite()
  if (!mail && totalFollowers === 0) return null
  return (
    <section id="followers" aria-labelledby="followers-title" className="stack">
      <h2 id="followers-title" className="text-h3">
        {`Followers by mail${totalFollowers === 0 ? '' : ` (${totalFollowers})`}`}
      </h2>
      <DashboardTable kind={KIND} firstPage={followers} />
    </section>
  )
}
