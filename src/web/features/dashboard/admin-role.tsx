import { useState } from 'react'
import type { ListedAccount } from '#contract/endpoints/users.ts'
import { nameOfUser } from '#contract/name-of-user.ts'
import { browserApi } from '#web/api/browser-api.ts'
import { useAction } from '#web/features/use-action.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import type { CellsProps } from './dashboard-row.tsx'
import { useConfirmed } from './use-confirmed.tsx'

interface AdminRoleProps {
  readonly user: ListedAccount
  readonly change: CellsProps<ListedAccount>['change']
}

/** Hands out the admin role, or takes it back. */
export const AdminRole = ({ user, change: changeRow }: AdminRoleProps) => {
  const [isOpen, setIsOpen] = useState(false)
  const { run, isBusy, error } = useAction()
  const confirmed = useConfirmed()
  const isAdmin = !user.isAdmin
  const change = async () => {
    await confirmed.run(() =>
      changeRow(() => browserApi('PUT /api/user/admin/:userId', { params: { userId: user._id }, body: { isAdmin } })),
    )
    setIsOpen(false)
  }
  return (
    <>
      <button
        type="button"
        aria-label={`${isAdmin ? 'Make admin' : 'Take back'}: ${nameOfUser(user)}`}
        className="text-button"
        onClick={() => setIsOpen(true)}
      >
        {isAdmin ? 'Make admin' : 'Take back'}
      </button>
      {isOpen ? (
        <Dialog
          open
          title={isAdmin ? `Make ${nameOfUser(user)} an admin?` : `Take the admin role from ${nameOfUser(user)}?`}
          tone={isAdmin ? 'primary' : 'danger'}
          confirmLabel={isAdmin ? 'Make admin' : 'Take back'}
          cancelLabel="Cancel"
          busy={isBusy}
          error={error}
          onConfirm={() => void run(change)}
          onCancel={() => setIsOpen(false)}
        >
          <p>Admins write, change and delete posts and comments, and see all accounts with their email addresses.</p>
        </Dialog>
      ) : null}
      {confirmed.dialog}
    </>
  )
}
