import ChevronLeft from 'lucide-react/icons/chevron-left'
import type { ReactNode } from 'react'
import type { ListedSession } from '#accounts/contract/auth.endpoints.ts'
import type { ListedPasskey } from '#accounts/contract/passkeys.endpoints.ts'
import type { Account } from '#accounts/contract/users.endpoints.ts'
import { useSite } from '#site/web/index.ts'
import { LinkRow } from '#ui/components/link-row.tsx'
import { AccountActions, DownloadData, EmailState } from './account-actions.tsx'
import { ProfilePanel } from './profile-panel.tsx'
import { YourPasskeys } from './your-passkeys.tsx'
import { YourSessions } from './your-sessions.tsx'

const PROFILE = '/dashboard?tab=profile'

interface ProfileTabProps {
  readonly account: Account
  /** Parts of modules above. */
  readonly mails: ReactNode
}

/** The user's own account. */
export const ProfileTab = ({ account, mails }: ProfileTabProps) => {
  const { mail: canMail } = useSite()
  return (
    <ProfilePanel account={account}>
      <EmailState account={account} canMail={canMail} />
      {mails}
      <ul className="card overflow-hidden">
        <LinkRow href={`${PROFILE}&show=safety`} note="Passkeys, sessions, your data, your private feed">
          Safety and data
        </LinkRow>
      </ul>
      <AccountActions account={account} />
    </ProfilePanel>
  )
}

interface SafetyAndDataProps {
  readonly sessions: readonly ListedSession[]
  readonly passkeys: readonly ListedPasskey[]
  readonly feeds: ReactNode
}

/** The second page of the profile: how one signs in, and what one takes along. */
export const SafetyAndData = ({ sessions, passkeys, feeds }: SafetyAndDataProps) => (
  <div className="stack w-full max-w-md gap-5">
    <div>
      <a href={PROFILE} className="link link-target gap-1">
        <ChevronLeft aria-hidden="true" size={18} />
        Back to your profile
      </a>
      <h2 className="text-h2">Safety and data</h2>
    </div>
    <YourPasskeys passkeys={passkeys} />
    <YourSessions sessions={sessions} />
    {feeds}
    <DownloadData />
  </div>
)
