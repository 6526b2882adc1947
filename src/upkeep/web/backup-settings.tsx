import { useEffect, useState } from 'react'
import { type BackupsState, type KeptBackup, createBackup, getBackup, listBackups } from '#upkeep/contract/upkeep.endpoints.ts'
import { errorMessage } from '#ui/api/api-error.ts'
import { type Checklist, getChecklist } from '#settings/contract/checklist.endpoints.ts'
import { useBackupSeen } from '#settings/web/index.ts'
import { browserApi } from '#ui/api/browser-api.ts'
import { LocalTime, useSite } from '#site/web/index.ts'
import { isoDayIn } from '#platform/contract/time-zone.ts'
import { useAction } from '#ui/forms/use-action.ts'
import { Alert } from '#ui/components/alert.tsx'
import { Button } from '#ui/components/button.tsx'
import { ListRow } from '#ui/components/list-row.tsx'
import { SecondLine } from '#ui/components/second-line.tsx'
import { sizeText } from '#media/web/index.ts'
import { SettingsCard } from '#ui/dashboard/settings-form.tsx'
import { useConfirmed } from '#accounts/web/index.ts'
import { settingsSection } from '#ui/dashboard/settings-section.ts'

const POLL_MS = 1000

const OCCASIONS: Readonly<Record<KeptBackup['occasion'], string>> = {
  daily: 'Daily',
  'by-hand': 'Made here',
  'before-upgrade': 'Before an upgrade, without pictures',
  'before-restore': 'Before a restore',
  asked: 'From the command line',
}

/** Polls the state while a backup is running, in any process. */
const useBackups = (initial: BackupsState) => {
  const [state, setState] = useState(initial)
  const [problem, setProblem] = useState<string | null>(null)
  const isRunning = state.running !== null
  useEffect(() => {
    if (!isRunning) return
    const read = async () => {
      try {
        setState(await browserApi(listBackups))
        setProblem(null)
      } catch (error) {
        setProblem(errorMessage(error))
      }
    }
    const timer = setInterval(() => void read(), POLL_MS)
    return () => clearInterval(timer)
  }, [isRunning])
  return { state, setState, problem }
}

const Newest = ({ state: { backups } }: { readonly state: BackupsState }) => {
  const newest = backups.find(({ hasPictures }) => hasPictures)
  if (!newest) return <p>There is none yet.</p>
  return (
    <p>
      The last one is of <LocalTime at={newest.createdAt} className="font-medium" />
      <span>{`, ${sizeText(newest.bytes)},`}</span>{' '}
      <span>{`${backups.length === 1 ? 'the only one' : `one of ${backups.length}`} on this machine.`}</span>
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
        A backup is being made since <LocalTime at={running.since} />. You can leave this page.
      </span>
    ) : wasBegun && !failure ? (
      'Done. The new backup is in the list.'
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

const BackupList = ({ backups }: { readonly backups: readonly KeptBackup[] }) => {
  const { run: runConfirmed, dialog } = useConfirmed()
  const { run, error } = useAction()
  const download = (backup: KeptBackup) =>
    run(() => runConfirmed(async () => saveFile(await browserApi(getBackup, { params: { backup: backup._id } }))))
  return (
    <SettingsCard
      title="Kept backups"
      hint="A backup holds everything, also what is private. Keep a copy in a safe place on another machine."
    >
      <ul aria-label="Kept backups" className="-my-2">
        {backups.map((backup) => (
          <BackupLine key={backup._id} backup={backup} onDownload={() => void download(backup)} />
        ))}
      </ul>
      {error === null ? null : <Alert className="mt-4">{error}</Alert>}
      {dialog}
    </SettingsCard>
  )
}

interface BackupSettingsProps {
  readonly backups: BackupsState
  readonly checklist: Checklist
}

/** Last backup, stored backups, and a button for a new one (docs/product.md, 2). */
const BackupSettings = ({ backups: initial, checklist }: BackupSettingsProps) => {
  useBackupSeen(checklist)
  const { state, setState, problem } = useBackups(initial)
  const [wasBegun, setWasBegun] = useState(false)
  const { run, isBusy, error } = useAction()
  const begin = () =>
    run(async () => {
      setState(await browserApi(createBackup))
      setWasBegun(true)
    })
  const where = state.place === 'DATA_DIR' ? 'in the folder “backups” of DATA_DIR' : 'in the folder that BACKUP_DIR names'
  return (
    <div className="grid gap-6">
      <SettingsCard>
        <div className="stack">
          {state.isDaily ? (
            <p>The blog backs itself up once a day: every post, page, comment, account, picture and setting.</p>
          ) : (
            <Alert kind="info">The daily backup is turned off (BACKUP_DIR=off). Only those that you make here are kept.</Alert>
          )}
          <Newest state={state} />
          {state.failure ? (
            <Alert>
              The backup of <LocalTime at={state.failure.at} />
              <span>{` failed. ${state.failure.message}`}</span>
              <span>{state.isDaily ? ' The daily one is tried again each hour.' : ''}</span>
            </Alert>
          ) : null}
          <Button
            className="justify-self-start"
            busy={isBusy || state.running !== null}
            busyLabel="Making one…"
            onClick={() => void begin()}
          >
            Make one now
          </Button>
          <Progress state={state} wasBegun={wasBegun} />
          {(error ?? problem) === null ? null : <Alert>{error ?? problem}</Alert>}
          <p className="text-small text-ink-soft">
            <span>{`Backups are files ${where}. To put one in place:`}</span>{' '}
            <a href="/dashboard?tab=settings&section=restore" className="link">
              restore a backup
            </a>
            . docs/operating.md, “Back up and restore”, says more.
          </p>
        </div>
      </SettingsCard>
      {state.backups.length === 0 ? null : <BackupList backups={state.backups} />}
    </div>
  )
}

export const backupsSection = settingsSection({
  id: 'backups',
  title: 'Backups',
  about: 'The last one, make one now, download',
  labels: ['Make one now', 'Kept backups', 'Download'],
  reads: { backups: listBackups, checklist: getChecklist },
  Component: BackupSettings,
})
