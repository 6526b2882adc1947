import Check from 'lucide-react/icons/check'
import X from 'lucide-react/icons/x'
import { type ComponentType, type ReactNode, useMemo } from 'react'
import { listInvitations } from '#accounts/contract/invitations.endpoints.ts'
import { listSignUpRequests, type ListedAccount, listUsers } from '#accounts/contract/users.endpoints.ts'
import { roleOf } from '#platform/contract/permissions.ts'
import { fullNameOfUser } from '#accounts/contract/name-of-user.ts'
import { browserApi } from '#ui/api/browser-api.ts'
import type { Api } from '#ui/api/client.ts'
import { useLoaded } from '#ui/api/use-loaded.ts'
import { type CellsProps, DashboardTable, type TableKind } from '#ui/dashboard/dashboard-table.tsx'
import { LocalTime } from '#site/web/index.ts'
import { UserAvatar } from '#accounts/web/user-avatar.tsx'
import { classNames } from '#ui/components/class-names.ts'
import { TableCell } from '#ui/components/table.tsx'
import { Badge } from '#ui/components/badge.tsx'
import { SecondLine } from '#ui/components/second-line.tsx'
import { Invitations } from '#accounts/web/invitations/invitations.tsx'
import { SignInLink } from './sign-in-link.tsx'
import { SignUpRequests } from './sign-up-requests.tsx'
import { ROLE_NAMES, UserRole } from './user-role.tsx'

const loadUsers = async (call: Api, startIndex = 0): Promise<readonly ListedAccount[]> =>
  (await call(listUsers, { query: { startIndex } })).users

export const loadUsersTab = async (call: Api) => {
  const [users, { invitations }, { requests }] = await Promise.all([loadUsers(call), call(listInvitations), call(listSignUpRequests)])
  return { users, invitations, requests }
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

/** Why an account is disabled. */
const DisabledNote = ({ user: { disabledReason: reason } }: { readonly user: ListedAccount }) =>
  reason === null ? null : (
    <span className="block text-small wrap-anywhere text-danger">{`disabled${reason === '' ? '' : `: ${reason}`}`}</span>
  )

const usersKind = ({ viewerId, Actions }: Pick<UsersTabProps, 'viewerId' | 'Actions'>): TableKind<ListedAccount> => ({
  caption: 'All users',
  columns: COLUMNS,
  emptyText: 'You have no users yet',
  load: (startIndex) => loadUsers(browserApi, startIndex),
  nameOf: fullNameOfUser,
  Cells: ({ item: user, change, end }) => (
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
          {user._id === viewerId || user.disabledReason !== null ? null : <UserRole user={user} change={change} />}
        </div>
      </TableCell>
      <TableCell slot="action">
        <div className="row-actions">
          {user._id === viewerId ? null : <SignInLink user={user} />}
          <Actions item={user} change={change} end={end} />
        </div>
      </TableCell>
    </>
  ),
})

interface UsersTabProps {
  readonly viewerId: string
  readonly data: Awaited<ReturnType<typeof loadUsersTab>>
  /** What can be done with an account. */
  readonly Actions: ComponentType<Pick<CellsProps<ListedAccount>, 'item' | 'change' | 'end'>>
  /** Shown below. */
  readonly children: ReactNode
}

/** Users, invitations and requests for an account. */
export const UsersTab = ({ viewerId, data: { users: initial, invitations, requests }, Actions, children }: UsersTabProps) => {
  const kind = useMemo(() => usersKind({ viewerId, Actions }), [viewerId, Actions])
  const users = useLoaded(initial, () => loadUsers(browserApi))
  return (
    <div className="stack gap-6">
      <SignUpRequests requests={requests} onLetIn={() => void users.reload()} />
      <Invitations invitations={invitations} />
      <DashboardTable kind={kind} firstPage={users.value} />
      {children}
    </div>
  )
}
