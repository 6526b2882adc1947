import Check from 'lucide-react/icons/check'
import X from 'lucide-react/icons/x'
import { type ReactNode, useMemo, useState } from 'react'
import { listInvitations } from '#accounts/contract/invitations.endpoints.ts'
import {
  listSignUpRequests,
  type ListedAccount,
  deleteUser as deleteUserEndpoint,
  disableUser,
  listDeletions,
  listUsers,
} from '#accounts/contract/users.endpoints.ts'
import { roleOf } from '#platform/contract/permissions.ts'
import { fullNameOfUser } from '#accounts/contract/name-of-user.ts'
import { browserApi } from '#ui/api/browser-api.ts'
import type { Api } from '#ui/api/client.ts'
import { useConfirmed } from '#accounts/web/profile/use-confirmed.tsx'
import type { Deletion } from '#ui/dashboard/delete-dialog.tsx'
import { DashboardTable, type TableKind } from '#ui/dashboard/dashboard-table.tsx'
import { LocalTime } from '#site/web/index.ts'
import { userActions } from '#accounts/web/user-actions.ts'
import { UserAvatar } from '#accounts/web/user-avatar.tsx'
import { classNames } from '#ui/components/class-names.ts'
import { TableCell } from '#ui/components/table.tsx'
import { Badge } from '#ui/components/badge.tsx'
import { SecondLine } from '#ui/components/second-line.tsx'
import { DisabledNote, DisableUser } from './disable-user.tsx'
import { Invitations } from '#accounts/web/invitations/invitations.tsx'
import { PendingDeletions } from './pending-deletions.tsx'
import { SignInLink } from './sign-in-link.tsx'
import { SignUpRequests } from './sign-up-requests.tsx'
import { ROLE_NAMES, UserRole } from './user-role.tsx'

const loadUsers = async (call: Api, startIndex = 0): Promise<readonly ListedAccount[]> =>
  (await call(listUsers, { query: { startIndex } })).users

export const loadUsersTab = async (call: Api) => {
  const [users, { deletions }, { invitations }, { requests }] = await Promise.all([
    loadUsers(call),
    call(listDeletions),
    call(listInvitations),
    call(listSignUpRequests),
  ])
  return { users, deletions, invitations, requests }
}

const COLUMNS = ['Date Created', 'User Image', 'Username', 'Email', 'Admin', 'Delete'] as const

const AdminIcon = ({ isAdmin }: { readonly isAdmin: boolean }) => {
  const Icon = isAdmin ? Check : X
  return (
    <>
      <Icon aria-hidden="true" size={20} className={isAdmin ? 'wide-only text-calm' : 'wide-only text-ink-soft'} />
      <span className="sr-only">{isAdmin ? 'Yes' : 'No'}</span>
    </>
  )
}

/** Readers have no badge; admins have a column of their own, unless the table is narrow. */
const RoleBadge = ({ user }: { readonly user: ListedAccount }) => {
  const role = roleOf(user)
  if (role === 'reader') return null
  return <Badge className={classNames('ml-2 whitespace-nowrap', role === 'admin' && 'card-only')}>{ROLE_NAMES[role]}</Badge>
}

/** Invitation with which the user joined. */
const InvitedWith = ({ user }: { readonly user: ListedAccount }) =>
  user.invitation === null ? null : <SecondLine className="wrap-anywhere">Invitation: ‘{user.invitation}’</SecondLine>

const deleteUser = async (userId: string, viewerId: string) => {
  await browserApi(deleteUserEndpoint, { params: { userId } })
  if (userId === viewerId) userActions.deleteUserSuccess()
}

interface KindOptions extends Pick<UsersTabProps, 'viewerId' | 'moreActions'> {
  readonly runConfirmed: ReturnType<typeof useConfirmed>['runToEnd']
}

/** Deleting another admin is confirmed with the password, and can be undone for a day. */
const deletionOf = (user: ListedAccount, { viewerId, runConfirmed }: KindOptions): Deletion => {
  const name = fullNameOfUser(user)
  const run = () => runConfirmed(() => deleteUser(user._id, viewerId))
  if (!user.isAdmin || user._id === viewerId) {
    return {
      question: 'Are you sure you want to delete this user?',
      note: `${name}: their comments stay, with “anonymous” as their name. This cannot be undone; disabling an account can.`,
      run,
      outcome: { text: `The account of ${name} is deleted.` },
    }
  }
  const params = { userId: user._id }
  return {
    question: 'Are you sure you want to delete this user?',
    note: `${name} is an admin. All admins get a mail, and can keep the account for a day. Until then it is disabled. Their unpublished drafts and changes are deleted with it.`,
    run,
    outcome: {
      text: `The account of ${name} is disabled, and deleted in a day.`,
      undo: () => browserApi(disableUser, { params, body: { disabled: false } }),
    },
  }
}

const usersKind = (options: KindOptions): TableKind<ListedAccount> => ({
  caption: 'All users',
  columns: COLUMNS,
  emptyText: 'You have no users yet',
  load: (startIndex) => loadUsers(browserApi, startIndex),
  nameOf: fullNameOfUser,
  deletion: (user) => deletionOf(user, options),
  moreOf: (user) => (user._id === options.viewerId || user.isAdmin ? null : options.moreActions(user)),
  Cells: ({ item: user, deleteButton, change }) => (
    <>
      <TableCell slot="meta" prefix="Joined">
        <LocalTime at={user.createdAt} dayOnly className="wrap-normal" />
      </TableCell>
      <TableCell slot="picture">
        <UserAvatar src={user.profilePicture} size={40} />
      </TableCell>
      <TableCell slot="title">
        <span className="block font-semibold">
          {user.displayName ?? user.username}
          <RoleBadge user={user} />
        </span>
        {user.displayName === undefined ? null : <SecondLine>@{user.username}</SecondLine>}
        <InvitedWith user={user} />
        <DisabledNote user={user} />
      </TableCell>
      <TableCell slot="meta">
        <span className="table-email">{user.email}</span>
      </TableCell>
      <TableCell slot="action">
        <div className="row gap-x-2">
          <AdminIcon isAdmin={user.isAdmin} />
          {user._id === options.viewerId || user.disabledReason !== null ? null : <UserRole user={user} change={change} />}
        </div>
      </TableCell>
      <TableCell slot="action">
        <div className="row-actions">
          {user._id === options.viewerId ? null : <SignInLink user={user} />}
          {user._id === options.viewerId ? null : <DisableUser user={user} change={change} />}
          {deleteButton}
        </div>
      </TableCell>
    </>
  ),
})

interface UsersTabProps {
  readonly viewerId: string
  readonly data: Awaited<ReturnType<typeof loadUsersTab>>
  /** Further actions for an account that is neither an admin's nor the viewer's own. Must not change between renders. */
  readonly moreActions: (user: ListedAccount) => ReactNode
  /** Shown below. */
  readonly children: ReactNode
}

/** Users, invitations and requests for an account. */
export const UsersTab = ({ viewerId, data: { users, deletions, invitations, requests }, moreActions, children }: UsersTabProps) => {
  const confirmed = useConfirmed()
  // Only sets state, so the first one stays right.
  const [runConfirmed] = useState(() => confirmed.runToEnd)
  const kind = useMemo(() => usersKind({ viewerId, moreActions, runConfirmed }), [viewerId, moreActions, runConfirmed])
  return (
    <div className="stack gap-6">
      <PendingDeletions deletions={deletions} />
      <SignUpRequests requests={requests} />
      <Invitations invitations={invitations} />
      <DashboardTable kind={kind} firstPage={users} />
      {confirmed.dialog}
      {children}
    </div>
  )
}
