import type { RestoreState } from '#operations/contract/restore.endpoints.ts'
import { LinkButton } from '#ui/components/button.tsx'
import { ProgressBar } from '#ui/components/progress.tsx'
import { SettingsCard, SettingsDetails } from '#ui/dashboard/settings-form.tsx'
import { CheckedBackup } from './checked-backup.tsx'
import { ChooseBackup } from './choose-backup.tsx'
import { useRestore } from './use-restore.ts'
import { focusOnce } from '#ui/components/focus-notice.ts'

const Running = ({ isReplacing }: { readonly isReplacing: boolean }) => (
  <SettingsCard>
    <div className="stack">
      <p role="status">
        {isReplacing
          ? 'The backup is put in place. Please leave this page open: it says when that is done.'
          : 'The backup is read from end to end. Please leave this page open: then it shows what is in it.'}
      </p>
      <ProgressBar label={isReplacing ? 'Restoring the backup' : 'Reading the backup'} />
    </div>
  </SettingsCard>
)

const Over = () => (
  <div ref={focusOnce} tabIndex={-1} className="alert alert-success stack justify-items-start outline-none">
    <p>The backup is in its place. Sign in with an account from it, and the password it had then.</p>
    <LinkButton href="/sign-in" variant="primary">
      Sign in
    </LinkButton>
  </div>
)

const Restore = ({ initial }: { readonly initial: RestoreState }) => {
  const restoring = useRestore(initial)
  const { state, chosen, isReplacing, isOver } = restoring
  if (isOver) return <Over />
  const report = state.running === null && state.checked?.id === chosen?.id ? state.checked?.report : undefined
  if (chosen && report && !isReplacing) return <CheckedBackup chosen={chosen} report={report} restoring={restoring} />
  const isRunning = state.running !== null
  return (
    <>
      {isRunning ? <Running isReplacing={isReplacing} /> : null}
      {/* Keeps what was typed, for another try with the right passphrase. */}
      <div hidden={isRunning} className={isRunning ? undefined : 'stack gap-4'}>
        <ChooseBackup restoring={restoring} />
      </div>
    </>
  )
}

/** Puts a backup in place of a new blog. */
export const RestoreSettings = ({ restore }: { readonly restore: RestoreState }) => (
  <SettingsDetails
    id="restore"
    title="Restore"
    note="Put a backup in place of a new blog."
    isOpen={restore.isPossible && restore.running !== null}
  >
    {restore.isPossible ? (
      <Restore initial={restore} />
    ) : (
      <SettingsCard>
        <p>
          A backup is put in place of a new blog: set one up, and choose “I have a backup”. The person who runs this blog can also put one
          in its place; the guide says how, under “Back up and restore”.
        </p>
      </SettingsCard>
    )}
  </SettingsDetails>
)
