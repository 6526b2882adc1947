import FileUp from 'lucide-react/icons/file-up'
import { useState } from 'react'
import { BACKUP_HEAD_BYTES, readBackupHead } from '#operations/contract/backup-head.ts'
import { sendFile, type UploadPicture, UploadStatus, useUpload } from '#media/web/index.ts'
import { UPLOAD_MAX_BYTES } from '#media/contract/media-limits.ts'
import { Alert } from '#ui/components/alert.tsx'
import { Button } from '#ui/components/button.tsx'
import { ProgressBar } from '#ui/components/progress.tsx'
import { SettingsCard } from '#ui/dashboard/settings-form.tsx'
import { FormMessage, useForm } from '#ui/forms/form.tsx'
import { readText } from '#ui/forms/sent-values.ts'
import { TextArea, TextField } from '#ui/forms/text-field.tsx'
import { useAction } from '#ui/forms/use-action.ts'
import { useFileInput } from '#ui/forms/use-file-input.tsx'
import type { Chosen, Restoring } from './use-restore.ts'

const MAX_GIGABYTES = UPLOAD_MAX_BYTES.backup / 1024 ** 3
const INTERRUPTED = 'The file could not be sent to its end. Choose the same file again: it goes on where it stopped.'
const FOREIGN =
  'This is no backup of Kindred. Its name is like kindred-daily-2026-11-20T03-00-00Z.tar, or ends in .tar.age if it is a copy from another place. The zip file of a whole blog is imported: Settings, The blog, Moving in.'
const TOO_LARGE = `This file is larger than ${MAX_GIGABYTES} GB. Please restore it where the blog runs, with “npm run blog -- restore FILE”.`

interface PartProps {
  readonly restoring: Restoring
}

/** Identified by name, size and time, as gigabytes take long to hash. */
const uploadBackup: UploadPicture = (file, listener) =>
  sendFile(
    file,
    { kind: 'backup', name: file.name, fingerprint: `kindred-backup-${file.name}-${file.size}-${file.lastModified}` },
    listener,
  )

/** Chooses a file, says at once what is no backup, sends it, and has it read unless it needs its passphrase. */
const useSending = ({ check }: Restoring) => {
  const { state: upload, start, cancel } = useUpload(uploadBackup)
  const { run, isBusy, error } = useAction()
  const [problem, setProblem] = useState<string | null>(null)
  const [sealed, setSealed] = useState<Chosen | null>(null)
  const send = async (file: File) => {
    setSealed(null)
    const kind = await readKind(file)
    setProblem(kind === 'foreign' ? FOREIGN : kind === 'large' ? TOO_LARGE : kind === 'unreadable' ? UNREADABLE : null)
    if (kind !== 'plain' && kind !== 'encrypted') return
    const address = await start(file)
    if (address === null) return
    const chosen = { id: address.slice(address.lastIndexOf('/') + 1), name: file.name, passphrase: '', keyFile: '' }
    if (kind === 'encrypted') setSealed(chosen)
    else await check(chosen)
  }
  const failure = problem ?? error ?? (upload.type === 'failed' && upload.reason === null ? INTERRUPTED : null)
  return { send: (file: File) => void run(() => send(file)), upload, cancel, isBusy, failure, sealed }
}

const UNREADABLE = 'This file could not be read. Is it still where it was?'

const readKind = async (file: File) => {
  if (file.size > UPLOAD_MAX_BYTES.backup) return 'large'
  const head = await file
    .slice(0, BACKUP_HEAD_BYTES)
    .arrayBuffer()
    .catch(() => null)
  return head === null ? 'unreadable' : (readBackupHead(new Uint8Array(head)) ?? 'foreign')
}

/** A file of an earlier backup, which is opened with its passphrase if it is encrypted. */
export const ChooseBackup = ({ restoring }: PartProps) => {
  const { send, upload, cancel, isBusy, failure, sealed } = useSending(restoring)
  const { input, choose } = useFileInput({ label: 'The backup', onFile: send })
  const isUploading = upload.type === 'uploading'
  const shown = failure ?? (isBusy ? null : restoring.state.failure)
  return (
    <SettingsCard
      title="From a file"
      hint="A backup that you have kept: a file that ends in .tar, or an encrypted copy from another place that ends in .tar.age."
    >
      <div className="stack justify-items-start">
        {input}
        <Button
          variant={sealed ? 'quiet' : 'primary'}
          busy={isBusy}
          busyLabel={isUploading ? `Sending: ${upload.percent} %` : 'One moment…'}
          onClick={choose}
        >
          <FileUp aria-hidden="true" size={18} />
          Choose the file
        </Button>
        {isUploading ? <Sending percent={upload.percent} /> : null}
        <UploadStatus upload={upload} onCancel={cancel} />
        {shown === null ? null : <Alert>{shown}</Alert>}
      </div>
      {sealed ? <SealedFile key={sealed.id} file={sealed} restoring={restoring} /> : null}
    </SettingsCard>
  )
}

const Sending = ({ percent }: { readonly percent: number }) => (
  <>
    <ProgressBar label="Sending the backup" done={percent} total={100} />
    <p className="text-small text-ink-soft">Please leave this page open until the file is here. If the line drops, it goes on by itself.</p>
  </>
)

/** Passphrase and key of an encrypted file. The file itself is not sent again. */
const SealedFile = ({ file, restoring }: PartProps & { readonly file: Chosen }) => {
  const [keyFile, setKeyFile] = useState('')
  const { input, choose } = useFileInput({
    label: 'The file with the key',
    onFile: (chosen) => void chosen.slice(0, 10_000).text().then(setKeyFile),
  })
  const form = useForm({
    fields: ['passphrase', 'keyFile'],
    send: (data) => restoring.check({ ...file, passphrase: readText(data, 'passphrase'), keyFile }),
  })
  return (
    <form {...form.props} className="stack mt-4" aria-label="Open the encrypted backup">
      <p>{file.name} is encrypted.</p>
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
        hint="The text of the file kindred-key-….age, which lies beside the backup."
      />
      {input}
      <Button className="justify-self-start" onClick={choose}>
        Choose the file with the key
      </Button>
      <FormMessage form={form} />
      <Button type="submit" variant="primary" className="justify-self-start" busy={form.isPending}>
        See what is in it
      </Button>
    </form>
  )
}
