import Check from 'lucide-react/icons/check'
import X from 'lucide-react/icons/x'
import { useMemo } from 'react'
import type { ListedAccount } from '#contract/endpoints/users.ts'
import { nameOfUser } from '#contract/name-of-user.ts'
import { browserApi } from '#web/api/browser-api.ts'
import { AdminRole } from './admin-role.tsx'
import { DashboardTable, type TableKind } from './dashboard-table.tsx'
import { LocalTime } from '#web/features/local-time.tsx'
import { userActions } from '#web/store/user-actions.ts'
import { UserAvatar } from '#web/features/user-avatar.tsx'
import { TableCell } from '#web/ui/table-cell.tsx'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import { DisabledMark, DisableUser } from './disable-user.tsx'
import { loadUsers } from './load-dashboard.ts'

const COLUMNS = ['Date Created', 'User Image', 'Username', 'Email', 'Admin', 'Delete'] as const

const AdminMark = ({ isAdmin }: { readonly isAdmin: boolean }) => {
  const Mark = isAdmin ? Check : X
  return (
    <>
      <Mark aria-hidden="true" size={20} className={isAdmin ? 'wide-only text-calm' : 'wide-only text-ink-soft'} />
      <VisuallyHidden>{isAdmin ? 'Yes' : 'No'}</VisuallyHidden>
    </>
  )
}

const deleteUser = async (userId: string, viewerId: string) => {
  await browserApi('DELETE /api/user/delete/:userId', { params: { userId } })
  if (userId === viewerId) userActions.deleteUserSuccess()
}

const usersKind = (viewerId: string): TableKind<ListedAccount> => ({
  caption: 'All users',
  columns: COLUMNS,
  emptyText: 'You have no users yet',
  load: (startIndex) => loadUsers(browserApi, startIndex),
  nameOf: nameOfUser,
  deletion: (user) => ({
    question: 'Are you sure you want to delete this user?',
    note: 'Their comments stay, as those of anonymous. This cannot be undone; disabling an account can.',
    run: () => deleteUser(user._id, viewerId),
    outcome: { text: `The account of ${nameOfUser(user)} is deleted.` },
  }),
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
          {user.isAdmin ? <span className="badge card-only ml-2">Admin</span> : null}
        </span>
        {user.displayName === undefined ? null : <span className="block text-small text-ink-soft">@{user.username}</span>}
        <DisabledMark user={user} />
      </TableCell>
      <TableCell slot="meta">
        <span className="table-email">{user.email}</span>
      </TableCell>
      <TableCell slot="action">
        <div className="flex flex-wrap items-center gap-x-2">
          <AdminMark isAdmin={user.isAdmin} />
          {user._id === viewerId || user.disabledReason !== null ? null : <AdminRole user={user} change={change} />}
        </div>
      </TableCell>
      <TableCell slot="action">
        <div className="row-actions">
          {user._id === viewerId ? null : <DisableUser user={user} change={change} />}
          {deleteButton}
        </div>
      </TableCell>
    </>
  ),
})

interface UsersTabProps {
  readonly viewerId: string
  readonly users: readonly ListedAccount[]
}

export const UsersTab = ({ viewerId, users }: UsersTabProps) => {
  const kind = useMemo(() => usersKind(viewerId), [viewerId])
  return <DashboardTable kind={kind} firstPage={users} />
}
