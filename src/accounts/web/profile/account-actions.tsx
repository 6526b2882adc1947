import { useState } from 'react'
import { sendVerification } from '#accounts/contract/auth.endpoints.ts'
import { type Account, downloadMyData, deleteUser } from '#accounts/contract/users.endpoints.ts'
import { browserApi, browserDownload } from '#ui/api/browser-api.ts'
import { useAction } from '#ui/forms/use-action.ts'
import { Alert } from '#ui/components/alert.tsx'
import { Button } from '#ui/components/button.tsx'
import { Card } from '#ui/components/card.tsx'
import { errorMessage } from '#ui/api/api-error.ts'
import { userActions } from '#accounts/web/user-actions.ts'
import { signOut } from '#accounts/web/session/session-actions.ts'
import { DeleteDialog } from '#ui/dashboard/delete-dialog.tsx'

/** Says that the email was never confirmed, and offers a link; renders nothing if it was, or if the blog cannot send mail. */
export const EmailState = ({ account, canMail }: { readonly account: Account; readonly canMail: boolean }) => {
  const [sent, setSent] = useState<string | null>(null)
  const { run, isBusy, error } = useAction()
  // Accounts stored by older versions have no value.
  if (!canMail || account.emailVerified !== false) return null
  if (sent !== null) return <Alert kind="success">{sent}</Alert>
  const send = async () => setSent((await browserApi(sendVerification)).message)
  return (
    <Card className="grid gap-3">
      <p>Your email address is not confirmed yet. One press in the mail, and it is.</p>
      {error === null ? null : <Alert>{error}</Alert>}
      <Button busy={isBusy} onClick={() => void run(send)}>
        Send me a link
      </Button>
    </Card>
  )
}

/** The address ends with the page: revoked right after the click, some browsers would save nothing. */
const saveAsFile = (file: Blob, name: string) =>
  Object.assign(document.createElement('a'), { href: URL.createObjectURL(file), download: name }).click()

const download = async () => saveAsFile(await browserDownload(downloadMyData), 'my-data.json')

/** Everything that the blog stores about the reader, as one file. */
export const DownloadData = () => {
  const { run, isBusy, error } = useAction()
  return (
    <>
      <Button busy={isBusy} onClick={() => void run(download)}>
        Download my data
      </Button>
      {error === null ? null : <Alert>{error}</Alert>}
    </>
  )
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
export const AccountActions = ({ account: { _id: userId, isAdmin } }: { readonly account: Account }) => {
  const [asking, setAsking] = useState(false)
  return (
    <div className="-mx-2 flex justify-between gap-4">
      <button type="button" className={`${ACTION_STYLE} text-danger`} onClick={() => setAsking(true)}>
        Delete Account
      </button>
      <button type="button" className={ACTION_STYLE} onClick={() => void signOut()}>
        Sign Out
      </button>
      {asking ? (
        <DeleteDialog
          question="Are you sure you want to delete your account?"
          note={
            isAdmin
              ? 'What you have not published is deleted with it: your drafts, also those in the trash, and your changes of posts.'
              : undefined
          }
          onConfirm={() => deleteAccount(userId)}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </div>
  )
}
