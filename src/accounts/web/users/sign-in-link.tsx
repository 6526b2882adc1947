import { useState } from 'react'
import { createSignInLink } from '#accounts/contract/auth.endpoints.ts'
import type { ListedAccount } from '#accounts/contract/users.endpoints.ts'
import { fullNameOfUser } from '#accounts/contract/name-of-user.ts'
import { useSite } from '#site/web/index.ts'
import { ShareLink } from '#ui/components/share-link.tsx'
import { browserApi } from '#ui/api/browser-api.ts'
import { useAction } from '#ui/forms/use-action.ts'
import { TextField } from '#ui/forms/text-field.tsx'
import { Dialog } from '#ui/components/dialog.tsx'
import { buttonStyle } from '#ui/components/button.tsx'

/** Makes a link for who has lost the way in. Renders nothing where the blog can mail codes. */
export const SignInLink = ({ user }: { readonly user: ListedAccount }) => {
  const [link, setLink] = useState<string | null>(null)
  const { run, isBusy, error } = useAction()
  if (useSite().mail || user.disabledReason !== null) return null
  const name = fullNameOfUser(user)
  const close = () => setLink(null)
  const make = async () => setLink((await browserApi(createSignInLink, { params: { userId: user._id } })).link)
  return (
    <>
      <button
        type="button"
        aria-label={`Sign-in link for ${name}`}
        aria-busy={isBusy}
        className="text-button"
        onClick={() => void run(make)}
      >
        Sign-in link
      </button>
      <span role="status" className="text-small text-danger empty:hidden">
        {error}
      </span>
      {link === null ? null : (
        <Dialog title={`A link for ${name}`} cancelLabel="Close" onCancel={close}>
          <p>Send it to them alone: who opens it and presses the button is signed in as them. It works once, and for an hour.</p>
          <TextField label="The link" value={link} readOnly onFocus={({ currentTarget }) => currentTarget.select()} />
          <ShareLink url={link} title="Your way in" label="Share or copy" className={buttonStyle('quiet')} />
        </Dialog>
      )}
    </>
  )
}
