import { useRef, useState } from 'react'
import type { ListedAccount } from '#contract/endpoints/users.ts'
import { REASON_MAX_LENGTH } from '#contract/limits.ts'
import { errorMessage } from '#web/api/api-error.ts'
import { browserApi } from '#web/api/browser-api.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/text-field.tsx'

const isDisabled = (user: ListedAccount) => user.disabledReason !== null

/** Says that an account is shut, and why. */
export const DisabledMark = ({ user }: { readonly user: ListedAccount }) =>
  isDisabled(user) ? (
    <span className="block text-small wrap-anywhere text-danger">disabled{user.disabledReason ? `: ${user.disabledReason}` : ''}</span>
  ) : null

export const DisableButton = ({ user, onPress }: { readonly user: ListedAccount; readonly onPress: () => void }) => (
  <button
    type="button"
    aria-label={`${isDisabled(user) ? 'Enable' : 'Disable'} @${user.username}`}
    className="-mx-2 min-h-[44px] rounded-full px-2 font-medium whitespace-nowrap hover:underline"
    onClick={onPress}
  >
    {isDisabled(user) ? 'Enable' : 'Disable'}
  </button>
)

type Asking = { readonly kind: 'asking' | 'busy' } | { readonly kind: 'failed'; readonly message: string }

interface DisableDialogProps {
  readonly user: ListedAccount
  readonly onChanged: () => Promise<void>
  readonly onClose: () => void
}

/** Shuts an account with a reason that its owner reads, or opens it again. Open while mounted. */
export const DisableDialog = ({ user, onChanged, onClose }: DisableDialogProps) => {
  const [state, setState] = useState<Asking>({ kind: 'asking' })
  const reason = useRef<HTMLDivElement>(null)
  const disabled = !isDisabled(user)
  const change = async () => {
    setState({ kind: 'busy' })
    try {
      const body = { disabled, reason: reason.current?.querySelector('input')?.value ?? '' }
      await browserApi('PUT /api/user/disable/:userId', { params: { userId: user._id }, body })
      await onChanged()
      onClose()
    } catch (error) {
      setState({ kind: 'failed', message: errorMessage(error) })
    }
  }
  return (
    <Dialog
      open
      title={disabled ? `Disable @${user.username}?` : `Let @${user.username} in again?`}
      tone={disabled ? 'danger' : 'primary'}
      confirmLabel={disabled ? 'Disable' : 'Enable'}
      cancelLabel="Cancel"
      busy={state.kind === 'busy'}
      error={state.kind === 'failed' ? state.message : null}
      onConfirm={() => void change()}
      onCancel={onClose}
    >
      {disabled ? (
        <div ref={reason} className="grid gap-3">
          <p>They are signed out at once and cannot sign in. Their comments stay.</p>
          <TextField label="Reason, shown to them" name="reason" maxLength={REASON_MAX_LENGTH} />
        </div>
      ) : null}
    </Dialog>
  )
}
