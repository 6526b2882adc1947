import type { RestoreState as State } from '#upkeep/contract/restore.endpoints.ts'
import type { KeptBackup } from '#upkeep/contract/upkeep.endpoints.ts'
import { LocalTime } from '#site/web/index.ts'
import { Alert } from '#ui/components/alert.tsx'
import { LinkButton } from '#ui/components/button.tsx'
import { ProgressBar } from '#ui/components/progress.tsx'
import { SettingsCard, SettingsDetails } from '#ui/dashboard/settings-form.tsx'
import { CheckedBackup } from './checked-backup.tsx'
import { ChooseBackup } from './choose-backup.tsx'
import { useRestore } from './use-restore.ts'

const Reading = ({ state: { chosen } }: { readonly state: State }) => (
  <SettingsCard>
    <div className="stack">
      <p role="status">Reading {chosen?.name ?? 'the backup'} and checking every part of it. You can leave this page and come back.</p>
      <ProgressBar label="Reading the backup" />
    </div>
  </SettingsCard>
)

const Replacing = () => (
  <SettingsCard>
    <div className="stack">
      <p role="status">
        The blog is backed up as it is, then the backup takes its place. Readers see “Back in a few minutes”. Please leave this page open:
        it says when it is done.
      </p>
      <ProgressBar label="Restoring the backup" />
    </div>
  </SettingsCard>
)

/** Moves the focus to what replaces the progress. */
const focusOnce = (element: HTMLElement | null) => element?.focus()

const Over = ({ state: { chosen, backup } }: { readonly state: State }) => (
  <div ref={focusOnce} tabIndex={-1} className="alert alert-success stack justify-items-start outline-none">
    <p>
      {backup === null ? (
        <span>{`${chosen?.name ?? 'The backup'} is in its place.`}</span>
      ) : (
        <span>
          The blog is as it was on <LocalTime at={backup.createdAt} />.
        </span>
      )}{' '}
      <span>Everybody is signed out. Sign in with an account from the backup, and the password it had then.</span>
    </p>
    <LinkButton href="/sign-in" variant="primary">
      Sign in
    </LinkButton>
  </div>
)

const Restored = ({ state: { since, backup } }: { readonly state: State }) => (
  <Alert kind="success">
    <span>{`The backup${backup === null ? '' : ' of '}`}</span>
    {backup === null ? null : <LocalTime at={backup.createdAt} />}
    <span>{` was put in place${since === null ? '' : ' on '}`}</span>
    {since === null ? null : <LocalTime at={since} />}
    <span>. What was here before is among the backups, as “Before a restore”.</span>
  </Alert>
)

interface RestoreProps {
  readonly restore: State
  /** Those on this machine, newest first. */
  readonly backups: readonly KeptBackup[]
}

const RestoreState = ({ restore: initial, backups }: RestoreProps) => {
  const { state, setState, isOver } = useRestore(initial)
  if (isOver) return <Over state={state} />
  if (state.phase === 'restoring') return <Replacing />
  if (state.phase === 'checked' && state.backup) return <CheckedBackup state={state} backup={state.backup} onChange={setState} />
  const isReading = state.phase === 'checking'
  return (
    <>
      {isReading ? <Reading state={state} /> : null}
      {state.phase === 'restored' ? <Restored state={state} /> : null}
      {/* Keeps what was chosen and typed, for another try with the right passphrase. */}
      <div hidden={isReading} className={isReading ? undefined : 'stack gap-4'}>
        <ChooseBackup state={state} backups={backups} onChange={setState} />
      </div>
    </>
  )
}

/** Puts a backup in the place of the blog (docs/product.md, 2). Open from the choice of one to its end. */
export const RestoreSettings = (props: RestoreProps) => (
  <SettingsDetails
    id="restore"
    title="Restore"
    note="Put a copy in the place of the blog."
    isOpen={props.restore.phase !== 'none' || props.restore.failure !== null}
  >
    <RestoreState {...props} />
  </SettingsDetails>
)
