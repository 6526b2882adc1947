import { contentText, leftOutText } from '#operations/contract/backup-text.ts'
import type { BackupReport } from '#operations/contract/restore.endpoints.ts'
import { LocalTime } from '#site/web/index.ts'
import { Alert } from '#ui/components/alert.tsx'
import { Button } from '#ui/components/button.tsx'
import { Facts, SettingsCard } from '#ui/dashboard/settings-form.tsx'
import { useAction } from '#ui/forms/use-action.ts'
import type { Chosen, Restoring } from './use-restore.ts'

interface CheckedBackupProps {
  readonly chosen: Chosen
  readonly report: BackupReport
  readonly restoring: Restoring
}

/** What is in the backup, whom it makes an admin, and the button that puts it in place. */
export const CheckedBackup = ({ chosen, report, restoring: { start, drop } }: CheckedBackupProps) => {
  const { run, isBusy, error } = useAction()
  return (
    <SettingsCard title="This backup can be restored" hint="It was read from end to end.">
      <div className="stack">
        <Facts
          rows={[
            ['File', chosen.name],
            ['Made', <LocalTime key="made" at={report.createdAt} />],
            ['By', `Kindred ${report.version}`],
            ['In it', contentText(report.counts)],
            ['Here now', 'No posts, and your account'],
            ['Its admins', report.admins.map(({ name, email }) => `${name} (${email})`).join(', ')],
          ]}
        />
        {report.hasPictures ? null : <Alert kind="info">It holds no pictures: texts will show gaps in their place.</Alert>}
        {report.leftOut.length === 0 ? null : <Alert kind="info">{leftOutText(report.leftOut)}</Alert>}
        <p>
          It takes the place of this new blog: posts, pages, comments, accounts, followers, settings and the look. Afterwards its admins may
          do everything here, and everybody signs in with an account from the backup.
        </p>
        {error === null ? null : <Alert>{error}</Alert>}
        <div className="row gap-3">
          <Button variant="primary" busy={isBusy} onClick={() => void run(() => start(chosen))}>
            Put it in place
          </Button>
          <Button onClick={drop}>Not this one</Button>
        </div>
      </div>
    </SettingsCard>
  )
}
