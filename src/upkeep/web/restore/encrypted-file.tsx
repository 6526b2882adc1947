import { useState } from 'react'
import { checkBackup, type ChosenBackup, type RestoreState } from '#upkeep/contract/restore.endpoints.ts'
import { restoreEncryptedForm } from '#upkeep/contract/upkeep.forms.ts'
import { useConfirmed } from '#accounts/web/index.ts'
import { browserApi } from '#ui/api/browser-api.ts'
import { Alert } from '#ui/components/alert.tsx'
import { Button } from '#ui/components/button.tsx'
import { DeclaredForm, useDeclaredForm } from '#ui/forms/declared-form.tsx'
import { FormMessage } from '#ui/forms/form.tsx'
import { TextArea, TextField } from '#ui/forms/text-field.tsx'

interface EncryptedFileProps {
  readonly chosen: ChosenBackup
  /** Why it could not be opened yet. */
  readonly failure: string
  readonly onChange: (state: RestoreState) => void
}

/** Passphrase and key of an encrypted backup that was sent. The file itself is not sent again. */
export const EncryptedFile = ({ chosen: { id, name }, failure, onChange }: EncryptedFileProps) => {
  const [keyFile, setKeyFile] = useState('')
  const confirmed = useConfirmed()
  const form = useDeclaredForm(restoreEncryptedForm, {
    instance: { id, name },
    send: (body) => confirmed.resultOf(() => browserApi(checkBackup, { body })),
    onDone: (state) => onChange(state),
  })
  return (
    <>
      <DeclaredForm form={form} className="stack mt-4" label="Open the encrypted backup">
        <Alert kind="info">
          {name}: {failure}
        </Alert>
        <TextField
          label="Passphrase of the backups"
          name="passphrase"
          autoComplete="off"
          spellCheck={false}
          error={form.errorOf('passphrase')}
          hint="It is on the paper that was printed when it was made."
        />
        <TextArea
          label="The key"
          name="keyFile"
          rows={3}
          autoComplete="off"
          spellCheck={false}
          value={keyFile}
          onChange={({ currentTarget }) => setKeyFile(currentTarget.value)}
          error={form.errorOf('keyFile')}
          hint="The text of the file kindred-key-….age, which lies beside the backup. Not needed for backups of this blog."
        />
        <label className="button button-quiet cursor-pointer justify-self-start noscript:hidden">
          Choose the file with the key
          <input
            type="file"
            className="sr-only"
            onChange={({ currentTarget }) => void currentTarget.files?.[0]?.slice(0, 10_000).text().then(setKeyFile)}
          />
        </label>
        <FormMessage form={form} />
        <Button type="submit" variant="primary" className="justify-self-start" busy={form.isPending}>
          Open it
        </Button>
      </DeclaredForm>
      {confirmed.dialog}
    </>
  )
}
