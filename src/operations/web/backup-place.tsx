import { useState } from 'react'
import {
  type BackupPlaceState,
  copyBackupNow,
  createBackupKey,
  getBackupPlace,
  removeBackupPlace,
  saveBackupPlace,
} from '#operations/contract/backup-place.endpoints.ts'
import { LocalTime } from '#site/web/index.ts'
import { browserApi } from '#ui/api/browser-api.ts'
import { usePolled } from '#ui/api/use-polled.ts'
import { Alert } from '#ui/components/alert.tsx'
import { Button } from '#ui/components/button.tsx'
import { SaveRow, SettingsCard, SettingsDetails } from '#ui/dashboard/settings-form.tsx'
import { FormMessage, useForm } from '#ui/forms/form.tsx'
import { readTexts } from '#ui/forms/sent-values.ts'
import { TextField } from '#ui/forms/text-field.tsx'
import { useAction } from '#ui/forms/use-action.ts'
import { type CreatedKey, PassphraseSheet } from './passphrase-sheet.tsx'

interface PartProps {
  readonly place: BackupPlaceState
  readonly onChange: (place: BackupPlaceState) => void
}

const FIELDS = ['url', 'endpoint', 'region', 'accessKeyId', 'secret'] as const

const PlaceForm = ({ place, onChange }: PartProps) => {
  const form = useForm({
    fields: FIELDS,
    send: async (data) => {
      onChange(await browserApi(saveBackupPlace, { body: readTexts(data, FIELDS) }))
      return 'Saved. We tried it: files can be written, read and deleted there.'
    },
  })
  const field = (name: string) => ({ name, error: form.errorOf(name) })
  const keeps = place.url === null ? '' : 'Empty keeps the present one.'
  return (
    <SettingsCard title="The other place" hint="A bucket of any S3 store. Each new backup is encrypted, copied there and read back.">
      <form {...form.props} className="stack wrap-anywhere" aria-label="The other place">
        <TextField label="Address" {...field('url')} placeholder="s3://bucket/folder" defaultValue={place.url ?? ''} />
        <TextField
          label="Address of the store"
          {...field('endpoint')}
          placeholder="https://s3.example.org"
          defaultValue={place.endpoint ?? ''}
          hint="Empty for Amazon’s own."
        />
        <TextField label="Region" {...field('region')} defaultValue={place.region ?? 'us-east-1'} />
        <TextField label="Access key" {...field('accessKeyId')} autoComplete="off" hint={keeps} />
        <TextField
          label="Secret key"
          {...field('secret')}
          autoComplete="off"
          spellCheck={false}
          hint={`It stays on the server: no page, log or backup has it. ${keeps}`}
        />
        <FormMessage form={form} />
        <SaveRow form={form} variant="primary" what="the other place" />
      </form>
    </SettingsCard>
  )
}

const RemovePlace = ({ onChange }: Pick<PartProps, 'onChange'>) => {
  const { run, isBusy, error } = useAction()
  const remove = () => run(async () => onChange(await browserApi(removeBackupPlace)))
  return (
    <>
      <Button variant="plain" className="justify-self-start" busy={isBusy} onClick={() => void remove()}>
        No longer copy backups
      </Button>
      {error === null ? null : <Alert>{error}</Alert>}
    </>
  )
}

const Passphrase = ({ place, onChange }: PartProps) => {
  const [created, setCreated] = useState<CreatedKey | null>(null)
  const { run, isBusy, error } = useAction()
  const make = () =>
    run(async () => {
      setCreated(await browserApi(createBackupKey))
      onChange(await browserApi(getBackupPlace))
    })
  return (
    <SettingsCard
      title="The passphrase"
      hint={
        place.hasKey
          ? 'Copies are encrypted with it. If its paper is lost, make a new one: it opens the copies that are made from then on.'
          : 'Copies are encrypted. The blog makes a passphrase that only you will have, on paper.'
      }
    >
      {created === null ? (
        <div className="stack">
          <Button variant={place.hasKey ? 'quiet' : 'primary'} className="justify-self-start" busy={isBusy} onClick={() => void make()}>
            {place.hasKey ? 'Make a new passphrase' : 'Make the passphrase'}
          </Button>
          {error === null ? null : <Alert>{error}</Alert>}
        </div>
      ) : (
        <PassphraseSheet created={created} onDone={() => setCreated(null)} />
      )}
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

const noteOf = ({ url, isOverSsh, hasKey, failure, last }: BackupPlaceState) => {
  if (isOverSsh) return 'Nothing is copied over SSH any more.'
  if (url === null) return 'None yet. Copies there survive a broken machine.'
  if (!hasKey) return 'Its passphrase has not been made yet.'
  if (failure !== null) return 'The last copy failed.'
  return last === null ? 'Nothing has been copied yet.' : `To ${url}`
}

/** Copies of the backups on another machine. Open while something is missing or wrong. */
export const BackupPlace = ({ place: initial }: { readonly place: BackupPlaceState }) => {
  const {
    value: place,
    set: setState,
    problem,
  } = usePolled(initial, {
    load: () => browserApi(getBackupPlace),
    isRunning: ({ running }) => running !== null,
  })
  const part = { place, onChange: setState }
  const needsSomething = initial.isOverSsh || (initial.url !== null && (!initial.hasKey || initial.failure !== null))
  return (
    <SettingsDetails id="elsewhere" title="Copies in another place" note={noteOf(place)} isOpen={needsSomething}>
      {place.isOverSsh ? (
        <Alert>
          Until now backups were copied to another machine over SSH. That has ended: name a bucket here, or ask the person who runs the blog
          to copy the folder of the backups (the guide says how, under “Backups elsewhere”).
        </Alert>
      ) : null}
      {place.url === null || !place.hasKey ? null : <CopyState {...part} problem={problem} />}
      {place.url === null ? null : <Passphrase {...part} />}
      {place.isOfSettings ? (
        <SettingsCard title="The other place">
          <p className="wrap-anywhere">Copies go to {place.url}, as the person who runs the blog has set it.</p>
        </SettingsCard>
      ) : (
        <PlaceForm {...part} />
      )}
      {(place.url === null && !place.isOverSsh) || place.isOfSettings ? null : <RemovePlace onChange={setState} />}
    </SettingsDetails>
  )
}
