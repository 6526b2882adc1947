import Camera from 'lucide-react/icons/camera'
import { useEffect, useEffectEvent, useRef, type FormEvent, type ReactNode, useState } from 'react'
import { uploadImage, type UploadState, UploadStatus, useUpload } from '#media/web/index.ts'
import { UserAvatar } from '#accounts/web/user-avatar.tsx'
import { Progress } from '#ui/components/progress.tsx'
import { type Account, updateUser } from '#accounts/contract/users.endpoints.ts'
import { DISPLAY_NAME_MAX_LENGTH } from '#platform/contract/limits.ts'
import { errorMessage } from '#ui/api/api-error.ts'
import { browserApi } from '#ui/api/browser-api.ts'
import { showStored } from '#ui/forms/form.tsx'
import { appStore } from '#ui/store/app-store.ts'
import { userActions } from '#accounts/web/user-actions.ts'
import { Alert, type AlertKind, alertStyle } from '#ui/components/alert.tsx'
import { Button, LinkButton } from '#ui/components/button.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { type ProfileChanges, type ProfileInput, toProfileChanges } from './profile-changes.ts'
import { needsRecentSignIn, useConfirmed } from './use-confirmed.tsx'

/** Width and height in CSS pixels. */
const PICTURE_SIZE = 128
const upload = uploadImage('profile')

interface ProfilePictureProps {
  readonly src: string
  readonly upload: UploadState
  readonly onChoose: (file: File) => void
}

/** The picture is the button: a click chooses another file (docs/product.md, 2). */
const ProfilePicture = ({ src, upload, onChoose }: ProfilePictureProps) => {
  const input = useRef<HTMLInputElement>(null)
  const takeFile = () => {
    const file = input.current?.files?.[0]
    if (input.current === null || file === undefined) return
    // Cleared, so that the same file can be chosen again after a failure.
    input.current.value = ''
    onChoose(file)
  }
  // A file chosen before hydration caused no event.
  const takeEarlyFile = useEffectEvent(takeFile)
  useEffect(() => takeEarlyFile(), [])
  const uploading = upload.type === 'uploading'
  return (
    <div className="relative justify-self-start">
      <input ref={input} type="file" accept="image/*" aria-label="Profile picture" tabIndex={-1} className="sr-only" onChange={takeFile} />
      <button
        type="button"
        aria-label="Change profile picture"
        className="block cursor-pointer rounded-full border-4 border-line"
        onClick={() => input.current?.click()}
      >
        <span className={uploading ? 'block opacity-40' : 'block'}>
          <UserAvatar src={src} size={PICTURE_SIZE} />
        </span>
        <span
          aria-hidden="true"
          className="absolute right-0 bottom-0 grid size-11 place-items-center rounded-full border border-line bg-surface shadow-1"
        >
          <Camera size={20} />
        </span>
      </button>
      {uploading ? (
        <span className="pointer-events-none absolute inset-0 grid place-items-center">
          <Progress percent={upload.percent} label="Uploading the picture" size={PICTURE_SIZE} />
        </span>
      ) : null}
    </div>
  )
}

interface ProfilePanelProps {
  readonly account: Account
  /** Shown beside the form, or under it. */
  readonly children: ReactNode
}

type Saving = { readonly type: 'idle' | 'saving' } | { readonly type: 'ended'; readonly kind: AlertKind; readonly text: string }

const ended = (kind: AlertKind, text: string): Saving => ({ type: 'ended', kind, text })

const readInput = (form: HTMLFormElement, profilePicture: string | null): ProfileInput => {
  const fields = new FormData(form)
  const read = (name: string) => {
    const value = fields.get(name)
    return typeof value === 'string' ? value : ''
  }
  return { username: read('username'), displayName: read('displayName'), email: read('email'), password: read('password'), profilePicture }
}

/** @throws ApiError recent_sign_in_required, among others */
const sendChanges = async (body: ProfileChanges, userId: string): Promise<void> => {
  userActions.updateStart()
  try {
    userActions.updateSuccess(await browserApi(updateUser, { params: { userId }, body }))
  } catch (error) {
    userActions.updateFailure(errorMessage(error))
    throw error
  }
}

/** Sends the form. If that needs a recent sign-in, the dialog asks first and the form keeps its input. */
const useSaving = (account: Account, onSaved: (input: ProfileInput) => void) => {
  const [saving, setSaving] = useState<Saving>({ type: 'idle' })
  const confirmed = useConfirmed()
  const save = async (input: ProfileInput) => {
    const changes = toProfileChanges(input, account)
    if (changes === null) return setSaving(ended('error', 'No changes made'))
    setSaving({ type: 'saving' })
    await confirmed.run(async () => {
      try {
        await sendChanges(changes, account._id)
      } catch (error) {
        if (needsRecentSignIn(error)) throw error
        return setSaving(ended('error', errorMessage(error)))
      }
      onSaved(input)
      setSaving(ended('success', 'Your profile was updated.'))
    })
    setSaving((before) => (before.type === 'saving' ? { type: 'idle' } : before))
  }
  return { saving, setSaving, save, dialog: confirmed.dialog }
}

const ProfileFields = ({ account }: { readonly account: Account }) => (
  <>
    <TextField
      label="Display name"
      name="displayName"
      autoComplete="name"
      maxLength={DISPLAY_NAME_MAX_LENGTH}
      defaultValue={account.displayName ?? ''}
      hint={`What others see instead of @${account.username}. Leave empty for none.`}
    />
    <TextField label="Username" name="username" autoComplete="username" autoCapitalize="none" defaultValue={account.username} />
    <TextField label="Email" name="email" type="email" autoComplete="email" defaultValue={account.email} />
    <TextField label="Password" name="password" type="password" autoComplete="new-password" hint="Leave empty to keep the one you have." />
  </>
)

/** The profile form (docs/product.md, 2, 4 and 5). */
export const ProfilePanel = ({ account, children }: ProfilePanelProps) => {
  const [picture, setPicture] = useState<string | null>(null)
  const form = useRef<HTMLFormElement>(null)
  const { saving, setSaving, save, dialog } = useSaving(account, (input) => {
    setPicture((before) => (before === input.profilePicture ? null : before))
    const { username, displayName = '', email } = appStore.getState().user.currentUser ?? account
    showStored(form.current, { ...input }, { username, displayName, email, password: '' })
  })
  const { state: uploading, start, cancel } = useUpload(upload)
  const isUploading = uploading.type === 'uploading'

  const choose = async (file: File) => {
    setSaving({ type: 'idle' })
    setPicture(await start(file))
    // The request to wait for it.
    setSaving((before) => (before.type === 'ended' ? { type: 'idle' } : before))
  }
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (saving.type === 'saving') return
    if (isUploading) return setSaving(ended('error', 'Please wait for image to upload'))
    await save(readInput(event.currentTarget, picture))
  }
  return (
    <div className="grid items-start gap-x-12 gap-y-5 grid-cols-[repeat(auto-fit,minmax(min(22rem,100%),28rem))]">
      <div className="grid w-full max-w-md gap-5">
        <ProfilePicture src={picture ?? account.profilePicture} upload={uploading} onChoose={(file) => void choose(file)} />
        {uploading.type === 'failed' ? <Alert>Could not upload image (File must be less than 2MB)</Alert> : null}
        <UploadStatus upload={uploading} onCancel={cancel} />
        {/* `post`, so that input sent before the scripts have loaded never ends up in a URL. */}
        <form ref={form} method="post" noValidate onSubmit={(event) => void submit(event)} className="grid gap-5">
          <ProfileFields account={account} />
          <Button
            type="submit"
            variant="primary"
            busy={saving.type === 'saving'}
            aria-disabled={isUploading || undefined}
            className="aria-disabled:cursor-not-allowed aria-disabled:opacity-60"
          >
            Update
          </Button>
          {account.isAdmin ? <LinkButton href="/create-post">Create a post</LinkButton> : null}
        </form>
        {dialog}
        {/* Mounted empty, so that the result is announced. */}
        <div role="alert">
          {saving.type === 'ended' && saving.kind === 'error' ? <p className={alertStyle('error')}>{saving.text}</p> : null}
        </div>
        <div role="status">
          {saving.type === 'ended' && saving.kind !== 'error' ? <p className={alertStyle(saving.kind)}>{saving.text}</p> : null}
        </div>
      </div>
      <div className="grid w-full max-w-md gap-5">{children}</div>
    </div>
  )
}
