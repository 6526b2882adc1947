import UserRound from 'lucide-react/icons/user-round'
import { listSessions } from '#accounts/contract/auth.endpoints.ts'
import { listPasskeys } from '#accounts/contract/passkeys.endpoints.ts'
import { getOwnMails, type MailChoices } from '#newsletter/contract/newsletter.endpoints.ts'
import { getPrivateFeed } from '#posts/contract/feeds.endpoints.ts'
import { ProfileTab, SafetyAndData } from '#accounts/web/index.ts'
import { MailsForm } from '#newsletter/web/index.ts'
import { YourFeed } from '#posts/web/index.ts'
import { useSite } from '#site/web/index.ts'
import { Card } from '#ui/components/card.tsx'
import type { Api } from '#ui/api/client.ts'
import { dashboardTab, type LoadTabArgs, type TabProps } from '#ui/dashboard/dashboard-tab.ts'

const loadFirst = async (call: Api) => ({ show: 'profile' as const, mails: await call(getOwnMails) })

const loadSafety = async (call: Api) => {
  const [{ sessions }, { passkeys }, { feed }] = await Promise.all([call(listSessions), call(listPasskeys), call(getPrivateFeed)])
  return { show: 'safety' as const, sessions, passkeys, feed }
}

/** One of the two pages of the profile. */
const load = ({ call, url }: LoadTabArgs) => (url.searchParams.get('show') === 'safety' ? loadSafety(call) : loadFirst(call))
type ProfileData = Awaited<ReturnType<typeof load>>

const Mails = ({ choices }: { readonly choices: MailChoices }) => (
  <Card as="section" id="mails" aria-labelledby="mails-title">
    <h2 id="mails-title" className="mb-3 text-[1.25rem]">
      Mails
    </h2>
    <MailsForm choices={choices} variant="quiet" />
  </Card>
)

const Profile = ({ data, user }: TabProps<ProfileData>) => {
  const { mail: canMail } = useSite()
  if (data.show === 'safety')
    return <SafetyAndData sessions={data.sessions} passkeys={data.passkeys} feeds={<YourFeed feed={data.feed} />} />
  return <ProfileTab account={user} mails={canMail ? <Mails choices={data.mails} /> : null} />
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
