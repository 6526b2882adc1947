import Camera from 'lucide-react/icons/camera'
import { type ReactNode, useState } from 'react'
import { MISSING_SCRIPT, uploadImage, type UploadState, UploadStatus, useUpload } from '#media/web/index.ts'
import { UserAvatar } from '#accounts/web/user-avatar.tsx'
import { Progress } from '#ui/components/progress.tsx'
import { type Account, updateUser } from '#accounts/contract/users.endpoints.ts'
import { DISPLAY_NAME_MAX_LENGTH } from '#accounts/contract/account-limits.ts'
import { errorMessage, UserError } from '#ui/api/api-error.ts'
import { browserApi } from '#ui/api/browser-api.ts'
import { type Form, FormMessage, useForm } from '#ui/forms/form.tsx'
import { readTexts, showStored } from '#ui/forms/sent-values.ts'
import { userActions } from '#accounts/web/user-actions.ts'
import { Alert, alertStyle } from '#ui/components/alert.tsx'
import { Button, LinkButton } from '#ui/components/button.tsx'
import { useFileInput } from '#ui/forms/use-file-input.tsx'
import { PasswordField } from '#accounts/web/session/password-field.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { type ProfileChanges, toProfileChanges } from './profile-changes.ts'

/** Width and height in CSS pixels. */
const PICTURE_SIZE = 128
const upload = uploadImage('profile')

interface ProfilePictureProps {
  readonly src: string
  readonly upload: UploadState
  readonly onChoose: (file: File) => void
}

/** The picture is the button: a click chooses another file. */
const ProfilePicture = ({ src, upload, onChoose }: ProfilePictureProps) => {
  const { input, choose } = useFileInput({ label: 'Profile picture', accept: 'image/*', onFile: onChoose })
  const uploading = upload.type === 'uploading'
  return (
    <div className="relative justify-self-start">
      {input}
      <button
        type="button"
        aria-label="Change profile picture"
        className="block cursor-pointer rounded-full border-4 border-line"
        onClick={choose}
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

interface ProfileState {
  /** Address of a picture that was uploaded and not saved yet. */
  readonly picture: string | null
  readonly isUploading: boolean
  readonly onSaved: () => void
}

const sendChanges = async (body: ProfileChanges, userId: string): Promise<Account> => {
  userActions.updateStart()
  try {
    const saved = await browserApi(updateUser, { params: { userId }, body })
    userActions.updateSuccess(saved)
    return saved
  } catch (error) {
    userActions.updateFailure(errorMessage(error))
    throw error
  }
}

const FIELDS = ['displayName', 'username', 'email', 'password'] as const

const useProfileForm = (account: Account, { picture, isUploading, onSaved }: ProfileState) =>
  useForm({
    fields: FIELDS,
    send: async (data, element) => {
      if (isUploading) throw new UserError('Please wait for image to upload')
      const typed = readTexts(data, FIELDS)
      const changes = toProfileChanges({ ...typed, profilePicture: picture }, account)
      if (changes === null) throw new UserError('No changes made')
      const { username, displayName = '', email } = await sendChanges(changes, account._id)
      onSaved()
      showStored(element, typed, { username, displayName, email, password: '' })
      const isPasswordAlone = Object.keys(changes).join() === 'password'
      return isPasswordAlone ? 'Your new password is saved. Other devices are signed out.' : 'Your profile was updated.'
    },
  })

const ProfileFields = ({ account, form: { errorOf } }: { readonly account: Account; readonly form: Form }) => (
  <>
    <TextField
      label="Display name"
      name="displayName"
      dir="auto"
      autoComplete="name"
      maxLength={DISPLAY_NAME_MAX_LENGTH}
      defaultValue={account.displayName ?? ''}
      error={errorOf('displayName')}
      hint={`What others see instead of @${account.username}. Leave empty for none.`}
    />
    <TextField
      label="Username"
      name="username"
      autoComplete="nickname"
      autoCapitalize="none"
      defaultValue={account.username}
      error={errorOf('username')}
    />
    <TextField label="Email" name="email" type="email" autoComplete="username" defaultValue={account.email} error={errorOf('email')} />
    <PasswordField
      label={account.hasPassword === false ? 'New password' : 'Password'}
      name="password"
      autoComplete="new-password"
      error={errorOf('password')}
      hint={account.hasPassword === false ? 'You have none, and need none. Leave empty, or add one.' : 'Leave empty to change nothing.'}
    />
  </>
)

/** The profile form. */
export const ProfilePanel = ({ account, children }: ProfilePanelProps) => {
  const [picture, setPicture] = useState<string | null>(null)
  const { state: uploading, start, cancel } = useUpload(upload)
  const isUploading = uploading.type === 'uploading'
  const onSaved = () => setPicture((before) => (before === picture ? null : before))
  const form = useProfileForm(account, { picture, isUploading, onSaved })

  const choose = async (file: File) => {
    form.clear()
    const address = await start(file)
    // One that could not be sent leaves the one before, which may not be saved yet.
    if (address !== null) setPicture(address)
    // The request to wait for it.
    form.clear()
  }
  return (
    <div className="grid items-start gap-x-12 gap-y-5 grid-cols-[repeat(auto-fit,minmax(min(22rem,100%),28rem))]">
      <div className="stack w-full max-w-md gap-5">
        <ProfilePicture src={picture ?? account.profilePicture} upload={uploading} onChoose={(file) => void choose(file)} />
        {uploading.type === 'failed' ? (
          <Alert>{uploading.reason === MISSING_SCRIPT ? MISSING_SCRIPT : 'Could not upload image (File must be less than 2MB)'}</Alert>
        ) : null}
        <UploadStatus upload={uploading} onCancel={cancel} />
        <form {...form.props} className="stack gap-5">
          <ProfileFields account={account} form={form} />
          <FormMessage form={form} />
          <Button
            type="submit"
            variant="primary"
            busy={form.isPending}
            aria-disabled={isUploading || undefined}
            className="aria-disabled:cursor-not-allowed aria-disabled:opacity-60"
          >
            Update
          </Button>
          {/* Mounted empty, so that the result is announced. */}
          <div role="status" className="empty:-mb-5">
            {form.done === null ? null : <p className={alertStyle('success')}>{form.done}</p>}
          </div>
          {account.isAdmin ? <LinkButton href="/create-post">Create a post</LinkButton> : null}
        </form>
      </div>
      <div className="stack w-full max-w-md gap-5">{children}</div>
    </div>
  )
}
