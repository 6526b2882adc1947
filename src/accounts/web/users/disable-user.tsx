import { useRef, useState } from 'react'
import { type ListedAccount, disableUser } from '#accounts/contract/users.endpoints.ts'
import { REASON_MAX_LENGTH } from '#platform/contract/limits.ts'
import { fullNameOfUser } from '#accounts/contract/name-of-user.ts'
import { LocalTime } from '#site/web/index.ts'
import { browserApi } from '#ui/api/browser-api.ts'
import { useConfirmed } from '#accounts/web/profile/use-confirmed.tsx'
import { useAction } from '#ui/forms/use-action.ts'
import { Dialog } from '#ui/components/dialog.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import type { CellsProps } from '#ui/dashboard/dashboard-table.tsx'

const isDisabled = (user: ListedAccount) => user.disabledReason !== null

/** Shows that an account is disabled, and why. */
export const DisabledNote = ({ user }: { readonly user: ListedAccount }) =>
  user.deletesAt !== null ? (
    <span className="block text-small text-danger">
      deleted <LocalTime at={user.deletesAt} className="wrap-normal" />
    </span>
  ) : isDisabled(user) ? (
    <span className="block text-small wrap-anywhere text-danger">{`disabled${user.disabledReason ? `: ${user.disabledReason}` : ''}`}</span>
  ) : null

interface DisableUserProps {
  readonly user: ListedAccount
  readonly change: CellsProps<ListedAccount>['change']
}

/** Disables an account with a reason that its owner reads, or enables it again. */
export const DisableUser = ({ user, change }: DisableUserProps) => {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        aria-label={`${isDisabled(user) ? 'Enable' : 'Disable'} ${fullNameOfUser(user)}`}
        className="text-button"
        onClick={() => setIsOpen(true)}
      >
        {isDisabled(user) ? 'Enable' : 'Disable'}
      </button>
      {isOpen ? <DisableDialog user={user} change={change} onClose={() => setIsOpen(false)} /> : null}
    </>
  )
}

/** Open while mounted. */
const DisableDialog = ({ user, change: changeRow, onClose }: DisableUserProps & { readonly onClose: () => void }) => {
  const { run, isBusy, error } = useAction()
  const confirmed = useConfirmed()
  const reason = useRef<HTMLDivElement>(null)
  // The list changes while the dialog is still open.
  const [disabled] = useState(!isDisabled(user))
  const change = async () => {
    const body = { disabled, reason: reason.current?.querySelector('input')?.value ?? '' }
    await confirmed.runToEnd(() => changeRow(() => browserApi(disableUser, { params: { userId: user._id }, body })))
    onClose()
  }
  return (
    <>
      <Dialog
        open
        title={disabled ? `Disable ${fullNameOfUser(user)}?` : `Let ${fullNameOfUser(user)} in again?`}
        tone={disabled ? 'danger' : 'primary'}
        confirmLabel={disabled ? 'Disable' : 'Enable'}
        cancelLabel="Cancel"
        busy={isBusy}
        error={error}
        onConfirm={() => void run(change)}
        onCancel={onClose}
      >
        {disabled ? (
          <div ref={reason} className="grid gap-3">
            <p>They are signed out at once and cannot sign in. Their comments stay.</p>
            <TextField label="Reason, shown to them" name="reason" maxLength={REASON_MAX_LENGTH} />
          </div>
        ) : null}
      </Dialog>
      {confirmed.dialog}
    </>
  )
}
