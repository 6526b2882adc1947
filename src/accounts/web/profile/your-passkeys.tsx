import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { type ListedPasskey, deletePasskey, renamePasskey } from '#accounts/contract/passkeys.endpoints.ts'
import { PASSKEY_NAME_MAX_LENGTH } from '#accounts/contract/account-limits.ts'
import { browserApi } from '#ui/api/browser-api.ts'
import { LocalTime, useSite } from '#site/web/index.ts'
import { FormMessage, useForm } from '#ui/forms/form.tsx'
import { readText } from '#ui/forms/sent-values.ts'
import { createPasskey } from '#accounts/web/session/passkeys.tsx'
import { useAction } from '#ui/forms/use-action.ts'
import { Alert } from '#ui/components/alert.tsx'
import { Button } from '#ui/components/button.tsx'
import { Card } from '#ui/components/card.tsx'
import { TextField } from '#ui/forms/text-field.tsx'

interface RenamePasskeyProps {
  readonly passkey: ListedPasskey
  readonly onRenamed: (renamed: ListedPasskey) => void
}

const RenamePasskey = ({ passkey, onRenamed }: RenamePasskeyProps) => {
  const form = useForm({
    fields: ['name'],
    send: async (data) => {
      const body = { name: readText(data, 'name') }
      onRenamed(await browserApi(renamePasskey, { params: { passkeyId: passkey._id }, body }))
    },
  })
  return (
    <form {...form.props} className="mt-2 grid gap-3">
      <TextField
        label="Name"
        name="name"
        dir="auto"
        autoFocus
        maxLength={PASSKEY_NAME_MAX_LENGTH}
        defaultValue={passkey.name}
        error={form.errorOf('name')}
      />
      <FormMessage form={form} />
      <Button type="submit" busy={form.isPending}>
        Save
      </Button>
    </form>
  )
}

interface PasskeyLineProps extends RenamePasskeyProps {
  readonly onRemove: () => void
}

const PasskeyLine = ({ passkey, onRenamed, onRemove }: PasskeyLineProps) => {
  const [isRenaming, setIsRenaming] = useState(false)
  const renameButton = useRef<HTMLButtonElement>(null)
  const close = (renamed: ListedPasskey) => {
    // The button is not there while the name is edited.
    flushSync(() => {
      onRenamed(renamed)
      setIsRenaming(false)
    })
    renameButton.current?.focus()
  }
  return (
    <li className="border-b border-line py-3 last:border-b-0">
      <p className="font-medium wrap-anywhere">{passkey.name}</p>
      <p className="text-small text-ink-soft">
        Added <LocalTime at={passkey.createdAt} />
        {passkey.lastUsedAt === null ? null : (
          <span>
            , last used <LocalTime at={passkey.lastUsedAt} />
          </span>
        )}
      </p>
      {isRenaming ? (
        <RenamePasskey passkey={passkey} onRenamed={close} />
      ) : (
        <div className="-ml-3 flex flex-wrap">
          <button
            ref={renameButton}
            type="button"
            className="text-button"
            aria-label={`Rename ${passkey.name}`}
            onClick={() => setIsRenaming(true)}
          >
            Rename
          </button>
          <button type="button" className="text-button quiet-danger" aria-label={`Remove ${passkey.name}`} onClick={onRemove}>
            Remove
          </button>
        </div>
      )}
    </li>
  )
}

/** The user's passkeys: list, add, rename and remove. */
export const YourPasskeys = ({ passkeys: initial }: { readonly passkeys: readonly ListedPasskey[] }) => {
  const [passkeys, setPasskeys] = useState(initial)
  const heading = useRef<HTMLHeadingElement>(null)
  const { run, isBusy, error } = useAction()
  const canAdd = useSite().passkeys
  if (!canAdd && passkeys.length === 0) return null

  const change = (next: (before: readonly ListedPasskey[]) => readonly ListedPasskey[]) => {
    setPasskeys(next)
    heading.current?.focus()
  }
  const add = async () => {
    const created = await createPasskey()
    change((before) => [...before, created])
  }
  const replace = (renamed: ListedPasskey) => setPasskeys((before) => before.map((each) => (each._id === renamed._id ? renamed : each)))
  const remove = async ({ _id }: ListedPasskey) => {
    await browserApi(deletePasskey, { params: { passkeyId: _id } })
    change((before) => before.filter((each) => each._id !== _id))
  }
  return (
    <Card as="section" aria-labelledby="your-passkeys">
      <h2 ref={heading} id="your-passkeys" tabIndex={-1} className="text-[1.25rem] outline-none">
        Your passkeys
      </h2>
      <p className="mt-1 text-small text-ink-soft">
        With a passkey you sign in by face, finger or PIN of your device. There is nothing to type and nothing that could be guessed.
      </p>
      <ul className="mt-1">
        {passkeys.map((passkey) => (
          <PasskeyLine key={passkey._id} passkey={passkey} onRenamed={replace} onRemove={() => void run(() => remove(passkey))} />
        ))}
      </ul>
      {canAdd ? (
        <Button className="mt-3" busy={isBusy} onClick={() => void run(add)}>
          Add a passkey
        </Button>
      ) : null}
      {error === null ? null : <Alert className="mt-3">{error}</Alert>}
    </Card>
  )
}
