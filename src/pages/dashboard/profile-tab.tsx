import UserRound from 'lucide-react/icons/user-round'
import { listSessions } from '#accounts/contract/auth.endpoints.ts'
import { listPasskeys } from '#accounts/contract/passkeys.endpoints.ts'
import { getOwnFollowing } from '#following/contract/following.endpoints.ts'
import { listFeeds } from '#posts/contract/feeds.endpoints.ts'
import { ProfileTab } from '#accounts/web/index.ts'
import { YourMails } from '#following/web/index.ts'
import { YourFeeds } from '#posts/web/index.ts'
import { useSite } from '#site/web/index.ts'
import type { Api } from '#ui/api/client.ts'
import { dashboardTab, type TabProps } from '#ui/dashboard/dashboard-tab.ts'

const loadProfile = async (call: Api) => {
  const [{ sessions }, { passkeys }, following, { feeds }] = await Promise.all([
    call(listSessions),
    call(listPasskeys),
    call(getOwnFollowing),
    call(listFeeds),
  ])
  return { sessions, passkeys, following, feeds }
}
type ProfileData = Awaited<ReturnType<typeof loadProfile>>

const Profile = ({ data: { feeds, following, passkeys, sessions }, user }: TabProps<ProfileData>) => {
  const { mail: canMail } = useSite()
  return (
    <ProfileTab
      account={user}
      sessions={sessions}
      passkeys={passkeys}
      mails={canMail ? <YourMails following={following} isAdmin={user.isAdmin} /> : null}
      feeds={<YourFeeds feeds={feeds} />}
    />
  )
}

export const profileTab = dashboardTab({
  id: 'profile',
  label: 'Profile',
  Icon: UserRound,
  access: 'user',
  load: ({ call }) => loadProfile(call),
  Component: Profile,
})
