import {
  type BlogCounts,
  type CheckedBackup as Backup,
  dropRestore,
  type RestoreState,
  startRestore,
} from '#upkeep/contract/restore.endpoints.ts'
import { dropRestoreForm, startRestoreForm } from '#upkeep/contract/upkeep.forms.ts'
import { useConfirmed } from '#accounts/web/index.ts'
import { LocalTime } from '#site/web/index.ts'
import { browserApi } from '#ui/api/browser-api.ts'
import { Alert } from '#ui/components/alert.tsx'
import { Button } from '#ui/components/button.tsx'
import { Facts, SettingsCard } from '#ui/dashboard/settings-form.tsx'
import { DeclaredForm, useDeclaredForm } from '#ui/forms/declared-form.tsx'
import { FormMessage } from '#ui/forms/form.tsx'

interface CheckedBackupProps {
  readonly state: RestoreState
  readonly backup: Backup
  readonly onChange: (state: RestoreState) => void
}

const count = (number: number, one: string, several: string) => `${number.toLocaleString('en')} ${number === 1 ? one : several}`

const countsText = ({ posts, comments, users }: BlogCounts): string =>
  [count(posts, 'post', 'posts'), count(comments, 'comment', 'comments'), count(users, 'account', 'accounts')].join(', ')

/** What is in the backup, what it replaces, and the button that does it. */
export const CheckedBackup = ({ state, backup, onChange }: CheckedBackupProps) => (
  <SettingsCard title="This backup can be restored" hint="Every part of it was read, and is whole.">
    <div className="stack">
      <Facts
        rows={[
          ['File', state.chosen?.name],
          ['Made', <LocalTime key="made" at={backup.createdAt} />],
          ['By', `Kindred ${backup.version}`],
          ['In it', `${countsText(backup.counts)}, ${count(backup.pictures, 'picture or file', 'pictures and files')}`],
          ['Here now', countsText(state.present)],
        ]}
      />
      {backup.hasPictures ? null : (
        <Alert kind="info">
          It holds no pictures: those of the blog stay where they are, and those that were deleted since are missing.
        </Alert>
      )}
      {backup.missingPictures === 0 ? null : (
        <Alert kind="info">{backup.missingPictures} pictures were deleted while it was made, and are missing in it.</Alert>
      )}
      <p>
        <strong>Everything that is here now is replaced:</strong> posts, pages, comments, accounts, followers, settings and the look. It is
        backed up first, so you can come back to it. The blog is away for a few minutes, and everybody is signed out afterwards.
      </p>
      <StartForm onChange={onChange} />
      <DropForm onChange={onChange} />
    </div>
  </SettingsCard>
)

const StartForm = ({ onChange }: Pick<CheckedBackupProps, 'onChange'>) => {
  const confirmed = useConfirmed()
  const form = useDeclaredForm(startRestoreForm, {
    send: () => confirmed.resultOf(() => browserApi(startRestore)),
    onDone: (state) => onChange(state),
  })
  return (
    <>
      <DeclaredForm form={form} label="Replace this blog">
        <FormMessage form={form} />
        <Button type="submit" variant="danger" className="justify-self-start" busy={form.isPending}>
          Replace this blog by the backup
        </Button>
      </DeclaredForm>
      {confirmed.dialog}
    </>
  )
}

const DropForm = ({ onChange }: Pick<CheckedBackupProps, 'onChange'>) => {
  const confirmed = useConfirmed()
  const form = useDeclaredForm(dropRestoreForm, {
    send: () => confirmed.resultOf(() => browserApi(dropRestore)),
    onDone: (state) => onChange(state),
  })
  return (
    <>
      <DeclaredForm form={form} label="Not this backup">
        <FormMessage form={form} />
        <Button type="submit" className="justify-self-start" busy={form.isPending}>
          Not this one
        </Button>
      </DeclaredForm>
      {confirmed.dialog}
    </>
  )
}
