import UserRound from 'lucide-react/icons/user-round'
import { listSessions } from '#accounts/contract/auth.endpoints.ts'
import { listPasskeys } from '#accounts/contract/passkeys.endpoints.ts'
import { getOwnFollowing } from '#following/contract/following.endpoints.ts'
import { listFeeds } from '#posts/contract/feeds.endpoints.ts'
import { ProfileTab, SafetyAndData } from '#accounts/web/index.ts'
import { YourMails } from '#following/web/index.ts'
import { YourFeeds } from '#posts/web/index.ts'
import { useSite } from '#site/web/index.ts'
import type { Api } from '#ui/api/client.ts'
import { dashboardTab, type LoadTabArgs, type TabProps } from '#ui/dashboard/dashboard-tab.ts'

const loadFirst = async (call: Api) => {
  return { show: 'profile' as const, following: await call(getOwnFollowing) }
}

const loadSafety = async (call: Api) => {
  const [{ sessions }, { passkeys }, { feeds }] = await Promise.all([call(listSessions), call(listPasskeys), call(listFeeds)])
  return { show: 'safety' as const, sessions, passkeys, feeds }
}

/** One of the two pages of the profile. */
const load = ({ call, url }: LoadTabArgs) => (url.searchParams.get('show') === 'safety' ? loadSafety(call) : loadFirst(call))
type ProfileData = Awaited<ReturnType<typeof load>>

const Profile = ({ data, user }: TabProps<ProfileData>) => {
  const { mail: canMail } = useSite()
  if (data.show === 'safety')
    return <SafetyAndData sessions={data.sessions} passkeys={data.passkeys} feeds={<YourFeeds feeds={data.feeds} />} />
  return <ProfileTab account={user} mails={canMail ? <YourMails following={data.following} isAdmin={user.isAdmin} /> : null} />
}

export const profileTab = dashboardTab<ProfileData>({
  id: 'profile',
  label: 'Profile',
  Icon: UserRound,
  access: 'user',
  load,
  Component: Profile,
  titleOf: ({ show }) => (show === 'safety' ? 'Safety and data' : undefined),
})
