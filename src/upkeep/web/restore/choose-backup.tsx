import { useState } from 'react'
import { checkBackup, listCopies, type RestoreState } from '#upkeep/contract/restore.endpoints.ts'
import { restoreCopyForm, restoreHereForm } from '#upkeep/contract/upkeep.forms.ts'
import type { KeptBackup } from '#upkeep/contract/upkeep.endpoints.ts'
import { useConfirmed } from '#accounts/web/index.ts'
import { sizeText } from '#media/web/index.ts'
import { useSite } from '#site/web/index.ts'
import type { CallOutput } from '#platform/contract/endpoint.ts'
import { toFieldTime } from '#platform/contract/time-zone.ts'
import { browserApi } from '#ui/api/browser-api.ts'
import { Alert } from '#ui/components/alert.tsx'
import { Button } from '#ui/components/button.tsx'
import { SettingsCard } from '#ui/dashboard/settings-form.tsx'
import { DeclaredForm, useDeclaredForm } from '#ui/forms/declared-form.tsx'
import { FormMessage } from '#ui/forms/form.tsx'
import { SelectField } from '#ui/forms/select-field.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { useAction } from '#ui/forms/use-action.ts'
import { SendBackup } from './send-backup.tsx'

interface ChooseProps {
  readonly state: RestoreState
  /** Those on this machine, newest first. */
  readonly backups: readonly KeptBackup[]
  readonly onChange: (state: RestoreState) => void
}

type PartProps = Pick<ChooseProps, 'state' | 'onChange'>

/** Where a backup may come from. An error is shown where the backup was chosen. */
export const ChooseBackup = ({ state, backups, onChange }: ChooseProps) => (
  <>
    <SendBackup state={state} onChange={onChange} />
    {backups.length === 0 ? null : <FromHere state={state} backups={backups} onChange={onChange} />}
    {state.hasPlace ? <FromElsewhere state={state} onChange={onChange} /> : null}
  </>
)

const Failure = ({ state: { failure, chosen }, of }: { readonly state: RestoreState; readonly of: 'here' | 'elsewhere' }) =>
  failure === null || chosen?.source !== of ? null : <Alert>{failure}</Alert>

/** '2026-12-24 20:00' in the time zone of the blog. */
const useTimeText = () => {
  const { timeZone } = useSite()
  return (iso: string) => toFieldTime(Date.parse(iso), timeZone).replace('T', ' ')
}

const FromHere = ({ state, backups, onChange }: ChooseProps) => {
  const timeText = useTimeText()
  const confirmed = useConfirmed()
  const form = useDeclaredForm(restoreHereForm, {
    send: (body) => confirmed.resultOf(() => browserApi(checkBackup, { body })),
    onDone: (next) => onChange(next),
  })
  const options = backups.map(({ _id, createdAt, bytes, hasPictures }) => ({
    value: _id,
    label: `${timeText(createdAt)}, ${sizeText(bytes)}${hasPictures ? '' : ', without pictures'}`,
  }))
  return (
    <SettingsCard title="From this machine" hint="One of the backups that the blog keeps.">
      <DeclaredForm form={form}>
        <SelectField label="Backup" name="id" options={options} error={form.errorOf('id')} />
        <Failure state={state} of="here" />
        <FormMessage form={form} />
        <Button type="submit" className="justify-self-start" busy={form.isPending}>
          See what is in it
        </Button>
      </DeclaredForm>
      {confirmed.dialog}
    </SettingsCard>
  )
}

type Copies = CallOutput<typeof listCopies>['copies']

const FromElsewhere = ({ state, onChange }: PartProps) => {
  const timeText = useTimeText()
  const [copies, setCopies] = useState<Copies>([])
  const { run, isBusy, error } = useAction()
  const confirmed = useConfirmed()
  const form = useDeclaredForm(restoreCopyForm, {
    send: (body) => confirmed.resultOf(() => browserApi(checkBackup, { body })),
    onDone: (next) => onChange(next),
  })
  const options = [
    { value: '', label: 'The newest' },
    ...copies.map(({ name, createdAt, bytes }) => ({ value: name, label: `${timeText(createdAt)}, ${sizeText(bytes)}` })),
  ]
  return (
    <SettingsCard title="From the other place" hint="A copy that was encrypted and sent to another machine.">
      <DeclaredForm form={form}>
        <SelectField label="Copy" name="id" options={options} error={form.errorOf('id')} />
        {copies.length > 0 ? null : (
          <Button
            variant="plain"
            className="justify-self-start"
            busy={isBusy}
            onClick={() => void run(async () => setCopies((await browserApi(listCopies)).copies))}
          >
            Show the earlier ones, too
          </Button>
        )}
        {error === null ? null : <Alert>{error}</Alert>}
        <TextField
          label="Passphrase of the backups"
          name="passphrase"
          autoComplete="off"
          spellCheck={false}
          error={form.errorOf('passphrase')}
          hint="It is on the paper that was printed when it was made."
        />
        <Failure state={state} of="elsewhere" />
        <FormMessage form={form} />
        <Button type="submit" className="justify-self-start" busy={form.isPending}>
          Fetch it and see what is in it
        </Button>
      </DeclaredForm>
      {confirmed.dialog}
    </SettingsCard>
  )
}
