import Check from 'lucide-react/icons/check'
import X from 'lucide-react/icons/x'
import { useMemo } from 'react'
import type { ListedAccount } from '#contract/endpoints/users.ts'
import { nameOfUser } from '#contract/name-of-user.ts'
import { browserApi } from '#web/api/browser-api.ts'
import { AdminRole } from './admin-role.tsx'
import { DashboardTable, type TableKind } from './dashboard-table.tsx'
import { formatDate } from '#web/features/posts/post-date.ts'
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
      <Mark aria-hidden="true" size={20} className={isAdmin ? 'text-calm' : 'text-ink-soft'} />
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
  deleteQuestion: 'Are you sure you want to delete this user?',
  load: (startIndex) => loadUsers(browserApi, startIndex),
  remove: (user) => deleteUser(user._id, viewerId),
  nameOf: nameOfUser,
  cells: (user, { deleteButton, act }) => (
    <>
      <TableCell label="Date Created">
        <time dateTime={user.createdAt} className="wrap-normal xl:whitespace-nowrap">
          {formatDate(user.createdAt)}
        </time>
      </TableCell>
      <TableCell label="User Image">
        <UserAvatar src={user.profilePicture} size={40} />
      </TableCell>
      <TableCell label="Username">
        <span className="block font-semibold">{user.displayName ?? user.username}</span>
        {user.displayName === undefined ? null : <span className="block text-small text-ink-soft">@{user.username}</span>}
        <DisabledMark user={user} />
      </TableCell>
      <TableCell label="Email">{user.email}</TableCell>
      <TableCell label="Admin">
        <div className="flex flex-wrap items-center gap-x-4">
          <AdminMark isAdmin={user.isAdmin} />
          {user._id === viewerId || user.disabledReason !== null ? null : <AdminRole user={user} act={act} />}
        </div>
      </TableCell>
      <TableCell label="Delete">
        <div className="flex flex-wrap items-center gap-x-4">
          {deleteButton}
          {user._id === viewerId ? null : <DisableUser user={user} act={act} />}
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
