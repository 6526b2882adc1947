import type { ReactNode } from 'react'
import type { ListedSession } from '#accounts/contract/auth.endpoints.ts'
import type { ListedPasskey } from '#accounts/contract/passkeys.endpoints.ts'
import type { Account } from '#accounts/contract/users.endpoints.ts'
import { useSite } from '#site/web/index.ts'
import { AccountActions, DownloadData, EmailState } from './account-actions.tsx'
import { ProfilePanel } from './profile-panel.tsx'
import { YourPasskeys } from './your-passkeys.tsx'
import { YourSessions } from './your-sessions.tsx'

interface ProfileTabProps {
  readonly account: Account
  readonly sessions: readonly ListedSession[]
  readonly passkeys: readonly ListedPasskey[]
  /** Parts of modules above. */
  readonly mails: ReactNode
  readonly feeds: ReactNode
}

/** The user's own account (docs/product.md, 2). */
export const ProfileTab = ({ account, sessions, passkeys, mails, feeds }: ProfileTabProps) => {
  const { mail: canMail } = useSite()
  return (
    <ProfilePanel account={account}>
      <EmailState account={account} canMail={canMail} />
      {mails}
      <YourPasskeys passkeys={passkeys} />
      <YourSessions sessions={sessions} />
      {feeds}
      <DownloadData />
      <AccountActions account={account} />
    </ProfilePanel>
  )
}
