import { useState } from 'react'
import { flushSync } from 'react-dom'
import { fullNameOfUser } from '#accounts/contract/name-of-user.ts'
import { disableUser, type ListedAccount } from '#accounts/contract/users.endpoints.ts'
import { useCurrentUser } from '#accounts/web/index.ts'
import { type UserContent, getUserContent, restoreUserContent } from '#comments/contract/removals.endpoints.ts'
import { browserApi } from '#ui/api/browser-api.ts'
import type { CellsProps } from '#ui/dashboard/dashboard-table.tsx'
import { RowMore } from '#ui/dashboard/row-more.tsx'
import { useAction } from '#ui/forms/use-action.ts'
import { AccountDialog, type AccountEnd, type EndedAccount } from './account-dialog.tsx'

interface OpenDialog {
  readonly userContent: UserContent
  readonly start: AccountEnd | undefined
}

/** Reads what an account has left, and opens the dialog about it. */
export const useAccountDialog = (onDone: (done: EndedAccount) => void) => {
  const [opened, setOpened] = useState<OpenDialog | null>(null)
  const { run, isBusy, error } = useAction()
  const close = () => flushSync(() => setOpened(null))
  const dialog =
    opened === null ? null : (
      <AccountDialog
        {...opened}
        onDone={(done) => {
          close()
          onDone(done)
        }}
        onCancel={close}
      />
    )
  return {
    isBusy,
    error,
    dialog,
    open: (userId: string, start?: AccountEnd) =>
      void run(async () => setOpened({ userContent: await browserApi(getUserContent, { params: { userId } }), start })),
  }
}

type AccountActionsProps = Pick<CellsProps<ListedAccount>, 'item' | 'change' | 'end'>

/** Buttons of a row under Users. */
export const AccountActions = ({ item: user, change, end }: AccountActionsProps) => {
  const isOwn = useCurrentUser()?._id === user._id
  const params = { userId: user._id }
  const { run, isBusy, error } = useAction()
  const account = useAccountDialog((done) => {
    if (done.end === 'disable') void change(async () => done.account)
    else {
      const undo = done.end === 'remove' ? { undo: () => browserApi(restoreUserContent, { params }) } : {}
      void end(async () => ({ text: done.text, ...undo }))
    }
  })
  const enable = () => run(() => change(() => browserApi(disableUser, { params, body: { disabled: false } })))
  const name = fullNameOfUser(user)
  return (
    <div className="row-actions">
      {isOwn ? null : (
        <button
          type="button"
          aria-label={`${user.disabledReason === null ? 'Disable' : 'Enable'} ${name}`}
          aria-disabled={isBusy || account.isBusy || undefined}
          className="text-button"
          onClick={() => (user.disabledReason === null ? account.open(user._id, 'disable') : void enable())}
        >
          {user.disabledReason === null ? 'Disable' : 'Enable'}
        </button>
      )}
      <RowMore name={name}>
        <button
          type="button"
          data-delete=""
          aria-label={`Delete ${name}`}
          aria-disabled={account.isBusy || undefined}
          className="text-button quiet-danger"
          onClick={() => account.open(user._id, 'delete')}
        >
          Delete
        </button>
      </RowMore>
      {(error ?? account.error) === null ? null : <span role="alert">{error ?? account.error}</span>}
      {account.dialog}
    </div>
  )
}
