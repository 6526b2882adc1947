import UserRound from 'lucide-react/icons/user-round'
import { listSessions } from '#accounts/contract/auth.endpoints.ts'
import { listPasskeys } from '#accounts/contract/passkeys.endpoints.ts'
import { listMuted } from '#comments/contract/mutes.endpoints.ts'
import { MutedPeople } from '#comments/web/index.ts'
import { getOwnMails } from '#following/contract/following.endpoints.ts'
import { getPrivateFeed } from '#posts/contract/feeds.endpoints.ts'
import { ProfileTab } from '#accounts/web/index.ts'
import { MailsForm } from '#following/web/index.ts'
import { YourFeed } from '#posts/web/index.ts'
import { useSite } from '#site/web/index.ts'
import { Card } from '#ui/components/card.tsx'
import type { Api } from '#ui/api/client.ts'
import { dashboardTab, type TabProps } from '#ui/dashboard/dashboard-tab.ts'

const loadProfile = async (call: Api) => {
  const [{ sessions }, { passkeys }, following, { feed }, { muted }] = await Promise.all([
    call(listSessions),
    call(listPasskeys),
    call(getOwnMails),
    call(getPrivateFeed),
    call(listMuted),
  ])
  return { sessions, passkeys, following, feed, muted }
}
type ProfileData = Awaited<ReturnType<typeof loadProfile>>

const Profile = ({ data: { feed, following, muted, passkeys, sessions }, user }: TabProps<ProfileData>) => {
  const { mail: canMail } = useSite()
  return (
    <ProfileTab
      account={user}
      sessions={sessions}
      passkeys={passkeys}
      mails={
        <>
          {canMail ? (
            <Card as="section" id="mails" aria-labelledby="mails-title">
              <h2 id="mails-title" className="mb-3 text-[1.25rem]">
                Mails
              </h2>
              <MailsForm choices={following} variant="plain" />
            </Card>
          ) : null}
          <MutedPeople muted={muted} />
        </>
      }
      feeds={<YourFeed feed={feed} />}
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
