import ArrowUp from 'lucide-react/icons/arrow-up'
import Heart from 'lucide-react/icons/heart'
import LayoutDashboard from 'lucide-react/icons/layout-dashboard'
import type { ReactNode } from 'react'
import { listUsers } from '#accounts/contract/users.endpoints.ts'
import { listAllComments } from '#comments/contract/comments.endpoints.ts'
import { OVERVIEW_SIZE } from '#writing/contract/writing-limits.ts'
import { getReaders } from '#site/contract/settings.endpoints.ts'
import { listPosts } from '#posts/contract/posts.endpoints.ts'
import { getChecklist } from '#settings/contract/checklist.endpoints.ts'
import { getTroubles } from '#operations/contract/stats.endpoints.ts'
import { EmailState, UserAvatar } from '#accounts/web/index.ts'
import { CategoryText, PostCover, toPostCards } from '#posts/web/index.ts'
import { Checklist, WhoReadsNow } from '#settings/web/index.ts'
import { Troubles } from '#operations/web/index.ts'
import { loadWaitingTexts } from '#writing/web/index.ts'
import { useSite } from '#site/web/index.ts'
import type { Api } from '#ui/api/client.ts'
import { Card } from '#ui/components/card.tsx'
import { dashboardTab, type TabProps } from '#ui/dashboard/dashboard-tab.ts'
import { loadFailedMails, WaitingList } from './waiting-list.tsx'

const loadOverview = async (call: Api) => {
  const query = { limit: OVERVIEW_SIZE }
  const [users, comments, posts, checklist, { troubles }, readers, texts, failures] = await Promise.all([
    call(listUsers, { query }),
    call(listAllComments, { query }),
    call(listPosts, { query }),
    call(getChecklist),
    call(getTroubles),
    call(getReaders),
    loadWaitingTexts(call),
    loadFailedMails(call),
  ])
  const cards = { ...posts, posts: toPostCards(posts) }
  return { users, comments, posts: cards, checklist, troubles, readers, texts, failures }
}
type Overview = Awaited<ReturnType<typeof loadOverview>>

interface StatProps {
  readonly label: string
  readonly total: number
  readonly lastMonth: number
}

const Stat = ({ label, total, lastMonth }: StatProps) => (
  <Card as="section" aria-label={label} className="max-sm:px-2.5 max-sm:py-3">
    <h2 className="font-ui text-small font-normal tracking-normal text-ink-soft">{label}</h2>
    <p className="font-display text-[2.2rem] leading-tight font-semibold max-sm:text-[1.6rem]">{total.toLocaleString('en')}</p>
    <p className="mt-1 flex flex-wrap items-center gap-x-1.5 text-small text-ink-soft max-sm:text-[0.8rem]">
      <span className="inline-flex items-center gap-0.5 font-semibold text-calm">
        <ArrowUp aria-hidden="true" size={16} />
        {lastMonth.toLocaleString('en')}
      </span>
      Last months
    </p>
  </Card>
)

interface RecentProps {
  readonly title: string
  readonly seeAll: string
  readonly emptyText: string
  readonly children: readonly ReactNode[]
}

const Recent = ({ title, seeAll, emptyText, children }: RecentProps) => (
  <Card as="section" aria-label={title} className="min-w-0">
    <div className="flex items-center justify-between gap-3">
      <h2 className="text-[1.25rem]">{title}</h2>
      <a href={seeAll} aria-label={`See all ${title.replace('Recent ', '')}`} className="link link-target text-small">
        See all
      </a>
    </div>
    {children.length === 0 ? <p className="py-3 text-ink-soft">{emptyText}</p> : <ul className="mt-2 divide-y divide-line">{children}</ul>}
  </Card>
)

const ROW_STYLE = 'flex flex-wrap items-center gap-3 py-2.5'

const RecentUsers = ({ users: { users } }: { readonly users: Overview['users'] }) => (
  <Recent title="Recent users" seeAll="/dashboard?tab=users" emptyText="You have no users yet">
    {users.map((user) => (
      <li key={user._id} className={ROW_STYLE}>
        <UserAvatar src={user.profilePicture} size={40} />
        <span className="max-w-full flex-1 wrap-break-word font-medium">{user.displayName ?? user.username}</span>
      </li>
    ))}
  </Recent>
)

const RecentComments = ({ comments: { comments } }: { readonly comments: Overview['comments'] }) => (
  <Recent title="Recent comments" seeAll="/dashboard?tab=comments" emptyText="You have no Comments yet">
    {comments.map((comment) => (
      <li key={comment._id} className={ROW_STYLE}>
        <p className="line-clamp-2 min-w-[min(7rem,100%)] flex-1 wrap-break-word">{comment.content}</p>
        <span className="inline-flex shrink-0 items-center gap-1 text-small text-ink-soft">
          <Heart aria-hidden="true" size={16} />
          {comment.numberOfLikes}
          <span className="sr-only">likes</span>
        </span>
      </li>
    ))}
  </Recent>
)

const RecentPosts = ({ posts: { posts } }: { readonly posts: Overview['posts'] }) => (
  <Recent title="Recent posts" seeAll="/dashboard?tab=posts" emptyText="You have no posts yet">
    {posts.map((post) => (
      <li key={post._id} className={ROW_STYLE}>
        <span className="h-11 w-16 shrink-0 overflow-hidden rounded-lg">
          <PostCover post={post} sizes="5rem" />
        </span>
        <span className="stack min-w-[min(7rem,100%)] flex-1 gap-0 wrap-break-word">
          <a href={`/post/${post.slug}`} className="flex min-h-[44px] items-center font-medium hover:underline">
            <span dir="auto" className="line-clamp-2">
              {post.title}
            </span>
          </a>
          <span className="text-small text-calm italic">
            <CategoryText category={post.category} />
          </span>
        </span>
      </li>
    ))}
  </Recent>
)

const Stats = ({ overview: { users, comments, posts } }: { readonly overview: Overview }) => (
  <div className="grid grid-cols-[repeat(auto-fit,minmax(min(6rem,100%),1fr))] gap-2 sm:gap-4">
    <Stat label="Total Users" total={users.totalUsers} lastMonth={users.lastMonthUsers} />
    <Stat label="Total Comments" total={comments.totalComments} lastMonth={comments.lastMonthComments} />
    <Stat label="Total Posts" total={posts.totalPosts} lastMonth={posts.lastMonthPosts} />
  </div>
)

const Numbers = ({ overview }: { readonly overview: Overview }) => {
  const { users, comments, posts } = overview
  return (
    <>
      <Stats overview={overview} />
      <div className="grid items-start gap-4 xl:grid-cols-3">
        <RecentUsers users={users} />
        <RecentComments comments={comments} />
        <RecentPosts posts={posts} />
      </div>
    </>
  )
}

/** What waits, then totals and the newest of everything, for admins. */
const OverviewPanel = ({ data: overview, user }: TabProps<Overview>) => {
  const { mail: canMail } = useSite()
  const { checklist, troubles, readers, texts, failures } = overview
  return (
    <div className="grid gap-6">
      <EmailState account={user} canMail={canMail} />
      <Troubles troubles={troubles} />
      <WaitingList texts={texts} failures={failures} />
      <WhoReadsNow readers={readers} />
      <Checklist checklist={checklist} />
      <Numbers overview={overview} />
    </div>
  )
}

export const overviewTab = dashboardTab({
  id: 'dash',
  label: 'Dashboard',
  Icon: LayoutDashboard,
  access: 'admin',
  load: ({ call }) => loadOverview(call),
  Component: OverviewPanel,
})
