import { useState } from 'react'
import {
  type BackupPlaceState,
  confirmBackupKey,
  copyBackupNow,
  createBackupKey,
  getBackupPlace,
  removeBackupPlace,
  saveBackupPlace,
} from '#upkeep/contract/backup-place.endpoints.ts'
import { backupKeyForm, backupPlaceForm, removeBackupPlaceForm } from '#upkeep/contract/upkeep.forms.ts'
import { useConfirmed } from '#accounts/web/index.ts'
import { LocalTime } from '#site/web/index.ts'
import { browserApi } from '#ui/api/browser-api.ts'
import { Alert } from '#ui/components/alert.tsx'
import { Button } from '#ui/components/button.tsx'
import { SaveRow, SettingsCard, SettingsDetails } from '#ui/dashboard/settings-form.tsx'
import { DeclaredForm, Done, type DeclaredForm as Form, useDeclaredForm } from '#ui/forms/declared-form.tsx'
import { FormMessage } from '#ui/forms/form.tsx'
import { TextArea, TextField } from '#ui/forms/text-field.tsx'
import { useAction } from '#ui/forms/use-action.ts'
import { usePolled } from './use-polled.ts'
import { type CreatedKey, PassphraseSheet } from './passphrase-sheet.tsx'

interface PartProps {
  readonly place: BackupPlaceState
  readonly onChange: (place: BackupPlaceState) => void
}

interface FieldsProps extends Pick<PartProps, 'place'> {
  readonly form: Form
  readonly isSsh: boolean
}

const BucketFields = ({ form: { errorOf, valueOf }, place, isSsh }: FieldsProps) => (
  <div hidden={isSsh} className="stack">
    <TextField
      label="Address of the store"
      name="endpoint"
      placeholder="https://s3.example.org"
      defaultValue={valueOf('endpoint') ?? place.endpoint ?? ''}
      error={errorOf('endpoint')}
      hint="Empty for Amazon’s own."
    />
    <TextField label="Region" name="region" defaultValue={valueOf('region') ?? place.region ?? 'us-east-1'} error={errorOf('region')} />
    <TextField
      label="Access key"
      name="accessKeyId"
      autoComplete="off"
      defaultValue={valueOf('accessKeyId') ?? ''}
      error={errorOf('accessKeyId')}
      hint={place.url === null ? undefined : 'Empty keeps the present one.'}
    />
  </div>
)

const HostKeyField = ({ form: { errorOf, valueOf }, place, isSsh }: FieldsProps) => (
  <div hidden={!isSsh}>
    <TextField
      label="Key of the other machine"
      name="hostKey"
      placeholder="SHA256:…"
      defaultValue={valueOf('hostKey') ?? place.hostKey ?? ''}
      error={errorOf('hostKey')}
      hint="Leave it empty at first: Save then shows the key that the machine has, for you to compare."
    />
  </div>
)

const PlaceForm = ({ place, onChange }: PartProps) => {
  const [url, setUrl] = useState(place.url ?? '')
  const confirmed = useConfirmed()
  const form = useDeclaredForm(backupPlaceForm, {
    send: (body) => confirmed.resultOf(() => browserApi(saveBackupPlace, { body })),
    onDone: (saved) => {
      onChange(saved)
      return 'Saved. We tried it: files can be written, read and deleted there.'
    },
  })
  const { errorOf, valueOf } = form
  const isSsh = (valueOf('url') ?? url).startsWith('sftp:')
  const fields = { form, place, isSsh }
  return (
    <SettingsCard
      title="The other place"
      hint="A bucket of any S3 store, or a folder on another machine over SSH. Each new backup is encrypted, copied there and read back."
    >
      <DeclaredForm form={form} className="stack wrap-anywhere">
        <TextField
          label="Address"
          name="url"
          placeholder="s3://bucket/folder"
          defaultValue={valueOf('url') ?? place.url ?? ''}
          onChange={(event) => setUrl(event.currentTarget.value)}
          error={errorOf('url')}
          hint="s3://bucket/folder, or sftp://user@backup.example.org/folder (with /~/ before a folder in the user’s own)."
        />
        <BucketFields {...fields} />
        <TextArea
          label={isSsh ? 'Private key or password' : 'Secret key'}
          name="secret"
          rows={isSsh ? 4 : 1}
          autoComplete="off"
          spellCheck={false}
          error={errorOf('secret')}
          hint={`It stays on the server: no page, log or backup has it.${place.url === null ? '' : ' Empty keeps the present one.'}`}
        />
        <HostKeyField {...fields} />
        <FormMessage form={form} />
        <SaveRow form={form} variant="primary" />
      </DeclaredForm>
      {confirmed.dialog}
    </SettingsCard>
  )
}

const RemovePlace = ({ onChange }: Pick<PartProps, 'onChange'>) => {
  const confirmed = useConfirmed()
  const form = useDeclaredForm(removeBackupPlaceForm, {
    send: () => confirmed.resultOf(() => browserApi(removeBackupPlace)),
    onDone: (saved) => onChange(saved),
  })
  return (
    <>
      <DeclaredForm form={form} label="No longer copy backups">
        <FormMessage form={form} />
        <Button type="submit" variant="plain" className="justify-self-start" busy={form.isPending}>
          No longer copy backups
        </Button>
      </DeclaredForm>
      {confirmed.dialog}
    </>
  )
}

type KeyState =
  | { readonly type: 'none' | 'dropped' | 'confirmed' }
  /** Shown, and not used before its passphrase was typed from the paper. */
  | { readonly type: 'made'; readonly created: CreatedKey }

const Passphrase = ({ place, onChange }: PartProps) => {
  const [key, setKey] = useState<KeyState>({ type: 'none' })
  const confirmed = useConfirmed()
  const { run, isBusy, error } = useAction()
  const make = () => run(async () => setKey({ type: 'made', created: await confirmed.resultOf(() => browserApi(createBackupKey)) }))
  const form = useDeclaredForm(backupKeyForm, {
    send: (body) => confirmed.resultOf(() => browserApi(confirmBackupKey, { body })),
    onDone: (saved) => {
      onChange(saved)
      setKey({ type: 'confirmed' })
      return 'It is on your paper. Copies are encrypted with it from now on.'
    },
  })
  const drop = () => {
    form.clear('passphrase')
    form.clear()
    setKey({ type: 'dropped' })
  }
  return (
    <SettingsCard
      title="The passphrase"
      hint={
        place.hasKey
          ? 'It was made, and is on your paper. If the paper is lost, make a new one: it opens the copies that are made from then on.'
          : 'Copies are encrypted. The blog makes a passphrase that only you will have, on paper.'
      }
    >
      {key.type === 'made' ? (
        <PassphraseSheet created={key.created} hasOther={place.hasKey} form={form} onDrop={drop} />
      ) : (
        <div className="stack">
          {key.type === 'confirmed' ? <Done form={form}>{(message) => message}</Done> : null}
          <Button
            variant={place.hasKey ? 'quiet' : 'primary'}
            className="justify-self-start"
            autoFocus={key.type === 'dropped'}
            busy={isBusy}
            onClick={() => void make()}
          >
            {place.hasKey ? 'Make a new passphrase' : 'Make the passphrase'}
          </Button>
          {error === null ? null : <Alert>{error}</Alert>}
          <noscript>
            <Alert kind="info">
              The passphrase is shown on a sheet that needs JavaScript. Without it, run <code>npm run blog -- elsewhere passphrase</code>{' '}
              where the blog runs.
            </Alert>
          </noscript>
        </div>
      )}
      {confirmed.dialog}
    </SettingsCard>
  )
}

interface CopyStateProps extends PartProps {
  /** Why the state could not be read while a copy is made. */
  readonly problem: string | null
}

const CopyState = ({ place, onChange, problem }: CopyStateProps) => {
  const { run, isBusy, error } = useAction()
  const copy = () => run(async () => onChange(await browserApi(copyBackupNow)))
  return (
    <SettingsCard>
      <div className="stack">
        {place.last === null ? (
          <p>Nothing has been copied yet. The newest one goes within ten minutes.</p>
        ) : (
          <p>
            The last copy there is of <LocalTime at={place.last.at} className="font-medium" />; it was read back and is whole.
          </p>
        )}
        {place.failure === null ? null : (
          <Alert>
            The copy of <LocalTime at={place.failure.at} />
            <span>{` failed. ${place.failure.message} It is tried again each hour.`}</span>
          </Alert>
        )}
        <p role="status" className="text-ink-soft empty:-mb-4">
          {place.running === null ? null : 'A copy is being made. You can leave this page.'}
        </p>
        <Button className="justify-self-start" busy={isBusy || place.running !== null} busyLabel="Copying…" onClick={() => void copy()}>
          Copy the newest now
        </Button>
        {(error ?? problem) === null ? null : <Alert>{error ?? problem}</Alert>}
      </div>
    </SettingsCard>
  )
}

const noteOf = ({ url, hasKey, failure, last }: BackupPlaceState) => {
  if (url === null) return 'None yet. Copies there survive a broken machine.'
  if (!hasKey) return 'Its passphrase has not been made yet.'
  if (failure !== null) return 'The last copy failed.'
  return last === null ? 'Nothing has been copied yet.' : `To ${url}`
}

/** Copies of the backups on another machine (docs/product.md, 2). Open while something is missing or wrong. */
export const BackupPlace = ({ place: initial }: { readonly place: BackupPlaceState }) => {
  const { state: place, setState, problem } = usePolled(initial, () => browserApi(getBackupPlace))
  const part = { place, onChange: setState }
  const needsSomething = initial.url !== null && (!initial.hasKey || initial.failure !== null)
  return (
    <SettingsDetails id="elsewhere" title="Copies in another place" note={noteOf(place)} isOpen={needsSomething}>
      {place.url === null || !place.hasKey ? null : <CopyState {...part} problem={problem} />}
      {place.url === null ? null : <Passphrase {...part} />}
      {place.isOfSettings ? (
        <SettingsCard title="The other place">
          <p className="wrap-anywhere">Copies go to {place.url}, as the person who runs the blog has set it.</p>
        </SettingsCard>
      ) : (
        <PlaceForm {...part} />
      )}
      {place.url === null || place.isOfSettings ? null : <RemovePlace onChange={setState} />}
    </SettingsDetails>
  )
}
