import { useState } from 'react'
import { inQuotes } from '#platform/contract/in-quotes.ts'
import { type ListedAccount, updateRole } from '#accounts/contract/users.endpoints.ts'
import { type Role, ROLES, roleOf } from '#platform/contract/permissions.ts'
import { fullNameOfUser } from '#accounts/contract/name-of-user.ts'
import { browserApi } from '#ui/api/browser-api.ts'
import { ChoiceField } from '#ui/forms/choice-field.tsx'
import { Dialog } from '#ui/components/dialog.tsx'
import type { CellsProps } from '#ui/dashboard/dashboard-table.tsx'

export const ROLE_NAMES: Readonly<Record<Role, string>> = { reader: 'Reader', family: 'Family', admin: 'Admin' }

const MEANINGS: Readonly<Record<Role, string>> = {
  reader: 'Readers read and comment on what is for everyone.',
  family: 'The family can also read what is for the family.',
  admin: 'Admins write, change and delete posts and comments, and see all accounts with their email addresses.',
}

const CHOICES = ROLES.map((role) => ({ value: role, label: ROLE_NAMES[role] }))

const EndOfFamily = ({ user }: Pick<UserRoleProps, 'user'>) => (
  <p className="text-small">
    Invitations that were sent until now do not let <bdi>{fullNameOfUser(user)}</bdi>
    <span>{` in again.${user.invitation === null ? '' : ` The invitation ${inQuotes(user.invitation)} stays as it is: if others should not use it, take it back under Invitations.`}`}</span>
  </p>
)

interface UserRoleProps {
  readonly user: ListedAccount
  readonly change: CellsProps<ListedAccount>['change']
}

/** Moves a user between readers, family and admins. */
export const UserRole = ({ user, change: changeRow }: UserRoleProps) => {
  const [isOpen, setIsOpen] = useState(false)
  const [role, setRole] = useState(roleOf(user))
  const open = () => {
    setRole(roleOf(user))
    setIsOpen(true)
  }
  const change = async () => {
    if (role !== roleOf(user)) await changeRow(() => browserApi(updateRole, { params: { userId: user._id }, body: { role } }))
    setIsOpen(false)
  }
  return (
    <>
      <button type="button" aria-label={`Change role: ${fullNameOfUser(user)}`} className="text-button" onClick={open}>
        Change role
      </button>
      {isOpen ? (
        <Dialog
          title={`The role of ${fullNameOfUser(user)}`}
          tone="primary"
          confirmLabel="Save"
          cancelLabel="Cancel"
          onConfirm={change}
          onCancel={() => setIsOpen(false)}
        >
          <ChoiceField legend="Role" name="role" value={role} choices={CHOICES} onChange={setRole} hint={MEANINGS[role]} />
          {roleOf(user) === 'admin' && role !== 'admin' ? (
            <p className="text-small">Invitations of this admin that are still open end.</p>
          ) : null}
          {role === 'reader' && roleOf(user) !== 'reader' ? <EndOfFamily user={user} /> : null}
        </Dialog>
      ) : null}
    </>
  )
}
