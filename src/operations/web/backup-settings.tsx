import { useState } from 'react'
import { type BackupsState, type KeptBackup, createBackup, getBackup, listBackups } from '#operations/contract/operations.endpoints.ts'
import { type BackupPlaceState, getBackupPlace } from '#operations/contract/backup-place.endpoints.ts'
import { getRestore, type RestoreState } from '#operations/contract/restore.endpoints.ts'
import { type Checklist, getChecklist } from '#settings/contract/checklist.endpoints.ts'
import { useBackupSeen } from '#settings/web/index.ts'
import { browserApi } from '#ui/api/browser-api.ts'
import { usePolled } from '#ui/api/use-polled.ts'
import { LocalTime, useSite } from '#site/web/index.ts'
import { isoDayIn } from '#platform/contract/time-zone.ts'
import { useAction } from '#ui/forms/use-action.ts'
import { Alert } from '#ui/components/alert.tsx'
import { Button } from '#ui/components/button.tsx'
import { ListRow } from '#ui/components/list-row.tsx'
import { SecondLine } from '#ui/components/second-line.tsx'
import { sizeText } from '#media/web/index.ts'
import { SettingsCard, SettingsDetails } from '#ui/dashboard/settings-form.tsx'
import { settingsSection } from '#ui/dashboard/settings-section.ts'
import { BackupPlace } from './backup-place.tsx'
import { RestoreSettings } from './restore/restore-settings.tsx'

const OCCASIONS: Readonly<Record<KeptBackup['occasion'], string>> = {
  daily: 'Daily',
  'by-hand': 'Made on request',
  'before-upgrade': 'Before an upgrade, without pictures',
  'before-restore': 'Before a restore',
}

interface NewestProps {
  readonly newest: KeptBackup | undefined
  readonly count: number
}

const Newest = ({ newest, count }: NewestProps) => {
  if (!newest) return <p>There is none yet.</p>
  return (
    <p>
      The last one is of <LocalTime at={newest.createdAt} className="font-medium" />
      <span>{`, ${sizeText(newest.bytes)},`}</span> <span>{count === 1 ? 'the only one here.' : `one of ${count} here.`}</span>
    </p>
  )
}

interface ProgressProps {
  readonly state: BackupsState
  /** Whether a backup was started on this page. */
  readonly wasBegun: boolean
}

const Progress = ({ state: { running, failure }, wasBegun }: ProgressProps) => (
  <p role="status" className="text-ink-soft empty:-mb-4">
    {running ? (
      <span>
        A copy is being made since <LocalTime at={running.since} />. You can leave this page.
      </span>
    ) : wasBegun && !failure ? (
      'Done. It is the last one now.'
    ) : null}
  </p>
)

const saveFile = (backup: KeptBackup) => {
  // The browser downloads the file, so it is never held in memory.
  Object.assign(document.createElement('a'), { href: `/api/settings/backups/${backup._id}/file`, download: backup.name }).click()
}

const BackupLine = ({ backup, onDownload }: { readonly backup: KeptBackup; readonly onDownload: () => void }) => {
  const day = isoDayIn(Date.parse(backup.createdAt), useSite().timeZone)
  return (
    <ListRow>
      <p className="min-w-0">
        <LocalTime at={backup.createdAt} className="font-medium" />
        <SecondLine>
          {OCCASIONS[backup.occasion]} · {sizeText(backup.bytes)}
        </SecondLine>
      </p>
      <Button aria-label={`Download the backup of ${day}, ${OCCASIONS[backup.occasion]}`} onClick={onDownload}>
        Download
      </Button>
    </ListRow>
  )
}

interface DownloadProps {
  readonly onDownload: (backup: KeptBackup) => void
}

const KeptBackups = ({ backups, onDownload }: DownloadProps & { readonly backups: readonly KeptBackup[] }) => (
  <SettingsDetails id="kept" title="All copies here" note={backups.length === 1 ? 'One' : String(backups.length)}>
    <SettingsCard hint="A copy holds everything, also what is private. Keep one in a safe place outside this machine.">
      <ul aria-label="All copies here" className="-my-2">
        {backups.map((backup) => (
          <BackupLine key={backup._id} backup={backup} onDownload={() => onDownload(backup)} />
        ))}
      </ul>
    </SettingsCard>
  </SettingsDetails>
)

interface BackupSettingsProps {
  readonly backups: BackupsState
  readonly checklist: Checklist
}

/** The last backup, a button for a new one, and those that are kept. */
const BackupSettings = ({ backups: initial, checklist }: BackupSettingsProps) => {
  const {
    value: state,
    set: setState,
    problem,
  } = usePolled(initial, {
    load: () => browserApi(listBackups),
    isRunning: ({ running }) => running !== null,
  })
  useBackupSeen(checklist)
  const [wasBegun, setWasBegun] = useState(false)
  const { run, isBusy, error } = useAction()
  const downloading = useAction()
  const { backups, failure, running } = state
  const newest = backups.find(({ hasPictures }) => hasPictures)
  const begin = () =>
    run(async () => {
      setState(await browserApi(createBackup))
      setWasBegun(true)
    })
  const download = (backup: KeptBackup) =>
    downloading.run(async () => saveFile(await browserApi(getBackup, { params: { backup: backup._id } })))
  const problems = [error ?? problem, downloading.error].filter((each) => each !== null)
  return (
    <>
      <SettingsCard>
        <div className="stack">
          <p>The blog copies itself once a day: every post, page, comment, account, picture and setting.</p>
          <Newest newest={newest} count={backups.length} />
          {failure ? (
            <Alert>
              The copy of <LocalTime at={failure.at} />
              <span>{` failed. ${failure.message} The daily one is tried again each hour.`}</span>
            </Alert>
          ) : null}
          <div className="row gap-3">
            <Button busy={isBusy || running !== null} busyLabel="Making one…" onClick={() => void begin()}>
              Make one now
            </Button>
            {newest === undefined ? null : (
              <Button busy={downloading.isBusy} onClick={() => void download(newest)}>
                Download the last one
              </Button>
            )}
          </div>
          <Progress state={state} wasBegun={wasBegun} />
          {problems.map((each) => (
            <Alert key={each}>{each}</Alert>
          ))}
          <p className="text-small text-ink-soft">
            Copies are files in the folder of the blog. The guide for the person who runs it says more, under “Back up and restore”.
          </p>
        </div>
      </SettingsCard>
      {backups.length === 0 ? null : <KeptBackups backups={backups} onDownload={(backup) => void download(backup)} />}
    </>
  )
}

interface CopiesProps {
  readonly backups: BackupsState
  readonly checklist: Checklist
  readonly place: BackupPlaceState
  readonly restore: RestoreState
}

const Copies = ({ backups, checklist, place, restore }: CopiesProps) => (
  <>
    <BackupSettings backups={backups} checklist={checklist} />
    <BackupPlace place={place} />
    <RestoreSettings restore={restore} />
  </>
)

export const copiesSection = settingsSection({
  reads: { backups: listBackups, checklist: getChecklist, place: getBackupPlace, restore: getRestore },
  Component: Copies,
})
