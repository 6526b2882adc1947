import { useState } from 'react'
import { deleteUser } from '#accounts/contract/users.endpoints.ts'
import { errorMessage } from '#ui/api/api-error.ts'
import { browserApi } from '#ui/api/browser-api.ts'
import { userActions } from '#accounts/web/user-actions.ts'
import { DeleteDialog } from '#ui/dashboard/delete-dialog.tsx'
import { useConfirmed } from './use-confirmed.tsx'

interface AccountActionsProps {
  readonly userId: string
  readonly onSignOut: () => void
}

const deleteAccount = async (userId: string) => {
  userActions.deleteUserStart()
  try {
    await browserApi(deleteUser, { params: { userId } })
    userActions.deleteUserSuccess()
  } catch (error) {
    userActions.deleteUserFailure(errorMessage(error))
    throw error
  }
}

const ACTION_STYLE = 'min-h-[44px] rounded-full px-2 font-medium hover:underline'

/** 'Delete Account' and 'Sign Out' under the profile. */
export const AccountActions = ({ userId, onSignOut }: AccountActionsProps) => {
  const [asking, setAsking] = useState(false)
  const { run, dialog } = useConfirmed()
  return (
    <div className="-mx-2 flex justify-between gap-4">
      <button type="button" className={`${ACTION_STYLE} text-danger`} onClick={() => setAsking(true)}>
        Delete Account
      </button>
      <button type="button" className={ACTION_STYLE} onClick={onSignOut}>
        Sign Out
      </button>
      {asking ? (
        <DeleteDialog
          question="Are you sure you want to delete your account?"
          onConfirm={() => run(() => deleteAccount(userId))}
          onClose={() => setAsking(false)}
        />
      ) : null}
      {dialog}
    </div>
  )
}
