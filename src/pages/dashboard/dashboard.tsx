import { ProfileTab, signOut, useCurrentUser, UsersTab } from '#accounts/web/index.ts'
import type { DashboardTab } from './dashboard-tab.ts'
import { SideMenu } from './side-menu.tsx'
import { YourFeeds } from '#posts/web/index.ts'
import { Followers, MailPreview, YourMails } from '#following/web/index.ts'
import { MovingTab } from '#moving/web/index.ts'
import { useSite } from '#site/web/index.ts'
import { Alert } from '#ui/components/alert.tsx'
import { LinkButton } from '#ui/components/link-button.tsx'
import { PageHeading } from '#ui/components/page-heading.tsx'
import { CommentsTab } from '#comments/web/index.ts'
import type { DashboardData, Panel } from './load-dashboard.ts'
import { OverviewTab } from './overview-tab.tsx'
import { PagesTab, PostsTab, Trash } from '#writing/web/index.ts'
import { SettingsTab } from './settings-tab.tsx'

export const TITLES: Readonly<Record<DashboardTab, string>> = {
  dash: 'Dashboard',
  profile: 'Profile',
  posts: 'Posts',
  pages: 'Pages',
  users: 'Users',
  comments: 'Comments',
  moving: 'Moving in',
  settings: 'Settings',
}

const leave = () => void signOut()

const isIncomplete = (parts: object) => Object.values(parts).includes(null)

/** Whether something the panel shows could not be loaded. */
const hasFailed = (panel: Panel): boolean => {
  switch (panel.tab) {
    case 'dash':
      return isIncomplete(panel.overview)
    case 'profile':
      return isIncomplete(panel)
    case 'posts':
      if (panel.show === 'mail') return panel.preview === null
      return panel.show === 'trash' ? panel.posts === null : panel.list === null || panel.samples === null
    case 'pages':
      return panel.pages === null
    case 'users':
      return isIncomplete({ ...panel, ...panel.data })
    case 'comments':
      return panel.comments === null
    case 'moving':
      return panel.data === null
    case 'settings':
      return isIncomplete(panel.data)
  }
}

interface PostsPanelProps {
  readonly panel: Extract<Panel, { tab: 'posts' }>
  readonly viewerId: string
}

const PostsPanel = ({ panel, viewerId }: PostsPanelProps) => {
  if (panel.show === 'mail') return panel.preview && <MailPreview of={panel.of} mail={panel.preview.mail} />
  return panel.show === 'trash'
    ? panel.posts && <Trash posts={panel.posts} />
    : panel.list && <PostsTab viewerId={viewerId} filters={panel.filters} {...panel.list} samples={panel.samples} />
}

interface UsersPanelProps {
  readonly panel: Extract<Panel, { tab: 'users' }>
  readonly viewerId: string
}

const UsersPanel = ({ panel: { data, followers }, viewerId }: UsersPanelProps) => (
  <UsersTab viewerId={viewerId} data={data}>
    {followers === null ? null : <Followers list={followers} />}
  </UsersTab>
)

interface ProfilePanelProps {
  readonly account: DashboardData['account']
  readonly panel: Extract<Panel, { tab: 'profile' }>
}

const ProfilePanel = ({ account, panel: { feeds, following, passkeys, sessions } }: ProfilePanelProps) => {
  const { mail: canMail } = useSite()
  return (
    <ProfileTab
      account={account}
      sessions={sessions}
      passkeys={passkeys}
      mails={following && canMail ? <YourMails following={following} isAdmin={account.isAdmin} /> : null}
      feeds={feeds ? <YourFeeds feeds={feeds} /> : null}
    />
  )
}

const PanelContent = ({ panel, account, waiting }: DashboardData) => {
  switch (panel.tab) {
    case 'dash':
      return <OverviewTab overview={panel.overview} waiting={waiting} />
    case 'profile':
      return <ProfilePanel account={account} panel={panel} />
    case 'posts':
      return <PostsPanel panel={panel} viewerId={account._id} />
    case 'pages':
      return panel.pages && <PagesTab pages={panel.pages} />
    case 'users':
      return <UsersPanel panel={panel} viewerId={account._id} />
    case 'comments':
      return panel.comments && <CommentsTab comments={panel.comments} />
    case 'moving':
      return panel.data && <MovingTab {...panel.data} />
    case 'settings':
      return <SettingsTab data={panel.data} />
  }
}

export const Dashboard = ({ account: loaded, panel, waiting }: DashboardData) => {
  const account = useCurrentUser() ?? loaded
  return (
    <div className="-mb-18 grid flex-1 grid-rows-[auto_1fr] lg:grid-cols-[15rem_minmax(0,1fr)] lg:grid-rows-1">
      <SideMenu active={panel.tab} isAdmin={account.isAdmin} waiting={waiting} onSignOut={leave} />
      <div className="w-full min-w-0 max-w-6xl px-4 py-8 md:px-8">
        <div className="mb-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
          <PageHeading>{TITLES[panel.tab]}</PageHeading>
          {account.isAdmin ? (
            <LinkButton href="/create-post" variant="primary">
              Write
            </LinkButton>
          ) : null}
        </div>
        {hasFailed(panel) ? (
          <Alert kind="info" className="mb-6">
            Not everything could be loaded just now.{' '}
            <a href={`/dashboard?tab=${panel.tab}`} className="link">
              Try again
            </a>
          </Alert>
        ) : null}
        <PanelContent panel={panel} account={account} waiting={waiting} />
      </div>
    </div>
  )
}
