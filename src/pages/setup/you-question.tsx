import { useRef } from 'react'
import { checkFirstAdmin } from '#accounts/contract/auth.endpoints.ts'
import { NewPasswordField } from '#accounts/web/index.ts'
import { DISPLAY_NAME_MAX_LENGTH } from '#accounts/contract/account-limits.ts'
import { useSite } from '#site/web/index.ts'
import { browserApi } from '#ui/api/browser-api.ts'
import { Button } from '#ui/components/button.tsx'
import { type Form, useForm } from '#ui/forms/form.tsx'
import { readTexts, requireFields } from '#ui/forms/sent-values.ts'
import { TextField } from '#ui/forms/text-field.tsx'
import type { Replies, QuestionProps } from './replies.ts'
import { QuestionForm } from './question-form.tsx'

interface YouQuestionProps extends QuestionProps {
  readonly linkKey: string
  readonly onNext: () => void
  /** Makes the account alone: the backup brings the rest. */
  readonly onBackup: (replies: Replies) => Promise<void>
}

const FIELDS = ['displayName', 'email', 'password'] as const

interface BackupWayProps {
  readonly onPress: () => void
}

const BackupWay = ({ onPress }: BackupWayProps) => (
  <section aria-labelledby="have-backup" className="mt-8 stack gap-3 justify-items-start">
    <h2 id="have-backup" className="text-h3">
      Did you have a blog with Kindred before?
    </h2>
    <p className="text-ink-soft">
      Its backup brings back posts, pictures, comments, accounts and settings. Say who you are above; that account looks after the blog
      until the backup is in place.
    </p>
    <Button onClick={onPress}>I have a backup</Button>
  </section>
)

const NameFields = ({ replies, form: { errorOf } }: { readonly replies: Replies; readonly form: Form }) => (
  <>
    <TextField
      label="Your name"
      name="displayName"
      autoComplete="name"
      dir="auto"
      maxLength={DISPLAY_NAME_MAX_LENGTH}
      defaultValue={replies.displayName}
      error={errorOf('displayName')}
      hint="As readers will see it under your posts."
    />
    <TextField
      label="Email"
      type="email"
      name="email"
      autoComplete="username"
      defaultValue={replies.email}
      error={errorOf('email')}
      hint="You sign in with it. Readers do not see it."
    />
  </>
)

/** Who the first admin is, and the way to a backup. */
export const YouQuestion = ({ replies, change, failure, linkKey, onNext, onBackup }: YouQuestionProps) => {
  const { passkeys: canUsePasskey } = useSite()
  const wantsBackup = useRef(false)
  const { usesPasskey } = replies
  const form = useForm({
    fields: FIELDS,
    send: async (data) => {
      const you = readTexts(data, FIELDS)
      const { password, ...rest } = you
      requireFields(usesPasskey ? ['displayName', 'email'] : FIELDS, you)
      await browserApi(checkFirstAdmin, { body: { key: linkKey, ...rest, ...(usesPasskey ? {} : { password }) } })
      change(you)
      if (wantsBackup.current) await onBackup({ ...replies, ...you })
      else onNext()
    },
  })
  const submit = () => {
    wantsBackup.current = true
    form.props.ref.current?.requestSubmit()
  }
  return (
    <>
      <QuestionForm form={form} failure={failure} submitLabel="Next" onSubmitPress={() => (wantsBackup.current = false)}>
        <NameFields replies={replies} form={form} />
        {usesPasskey ? (
          <p>At the end, your device makes a passkey: you sign in by face, finger or PIN, and have no password to remember.</p>
        ) : (
          <NewPasswordField error={form.errorOf('password')} defaultValue={replies.password} />
        )}
        {canUsePasskey ? (
          <button type="button" className="link link-target justify-self-start" onClick={() => change({ usesPasskey: !usesPasskey })}>
            {usesPasskey ? 'Use a password instead' : 'Use a passkey instead'}
          </button>
        ) : null}
      </QuestionForm>
      <BackupWay onPress={submit} />
    </>
  )
}
