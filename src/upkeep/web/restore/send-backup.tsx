import FileUp from 'lucide-react/icons/file-up'
import { useRef, useState } from 'react'
import { BACKUP_HEAD_BYTES, readBackupHead } from '#upkeep/contract/backup-head.ts'
import { checkBackup, dropRestore, type RestoreState } from '#upkeep/contract/restore.endpoints.ts'
import { useConfirmed } from '#accounts/web/index.ts'
import { sendFile, type UploadPicture, UploadStatus, useUpload } from '#media/web/index.ts'
import { UPLOAD_MAX_BYTES } from '#platform/contract/limits.ts'
import { browserApi } from '#ui/api/browser-api.ts'
import { Alert } from '#ui/components/alert.tsx'
import { Button } from '#ui/components/button.tsx'
import { ProgressBar } from '#ui/components/progress.tsx'
import { SettingsCard } from '#ui/dashboard/settings-form.tsx'
import { useAction } from '#ui/forms/use-action.ts'
import { EncryptedFile } from './encrypted-file.tsx'

const MAX_GIGABYTES = UPLOAD_MAX_BYTES.backup / 1024 ** 3
const INTERRUPTED = 'The file could not be sent to its end. Choose the same file again: it goes on where it stopped.'
const FOREIGN =
  'This is no backup of Kindred. Its name is like kindred-daily-2026-11-20T03-00-00Z.tar, or ends in .tar.age if it is a copy from another place.'

/** Why a file is not sent; null if it may be a backup. */
async function findProblem(file: File): Promise<string | null> {
  if (file.size > UPLOAD_MAX_BYTES.backup)
    return `This file is larger than ${MAX_GIGABYTES} GB. Please restore it where the blog runs, with “npm run blog -- restore FILE”.`
  return readBackupHead(new Uint8Array(await file.slice(0, BACKUP_HEAD_BYTES).arrayBuffer())) === null ? FOREIGN : null
}

/** Identified by name, size and time, as gigabytes take long to hash. */
const uploadBackup: UploadPicture = (file, listener) =>
  sendFile(
    file,
    { kind: 'backup', name: file.name, fingerprint: `kindred-backup-${file.name}-${file.size}-${file.lastModified}` },
    listener,
  )

interface SendBackupProps {
  readonly state: RestoreState
  readonly onChange: (state: RestoreState) => void
}

/** Chooses a file, says at once what is no backup, sends it, and has it read. */
const useSending = ({ onChange }: SendBackupProps) => {
  const { state: upload, start, cancel } = useUpload(uploadBackup)
  const { run, isBusy, error } = useAction()
  const { resultOf, dialog } = useConfirmed()
  const [problem, setProblem] = useState<string | null>(null)

  const send = async (input: HTMLInputElement) => {
    const file = input.files?.[0]
    if (file === undefined) return
    const wrong = await findProblem(file).catch(() => 'This file could not be read. Is it still where it was?')
    setProblem(wrong)
    // Cleared, so that the same file can be chosen again.
    input.value = ''
    if (wrong !== null) return
    // Asks for the password now, and not after an hour of sending.
    onChange(await resultOf(() => browserApi(dropRestore)))
    const address = await start(file)
    if (address === null) return
    const body = { source: 'upload', id: address.slice(address.lastIndexOf('/') + 1), name: file.name } as const
    onChange(await resultOf(() => browserApi(checkBackup, { body })))
  }

  const failure = problem ?? error ?? (upload.type === 'failed' && upload.reason === null ? INTERRUPTED : null)
  return { send: (input: HTMLInputElement) => void run(() => send(input)), upload, cancel, isBusy, failure, dialog }
}

/** Why the server refused the last file that was sent; also where it is not known any more which one it was. */
const refusalOf = ({ chosen, failure }: RestoreState) => (chosen === null || chosen.source === 'upload' ? failure : null)

const encryptedOf = ({ chosen }: RestoreState) => (chosen?.isEncrypted === true && chosen.source === 'upload' ? chosen : null)

/** Sends a backup from this device. */
export const SendBackup = ({ state, onChange }: SendBackupProps) => {
  const { send, upload, cancel, isBusy, failure, dialog } = useSending({ state, onChange })
  const input = useRef<HTMLInputElement>(null)
  const isUploading = upload.type === 'uploading'
  const refusal = isBusy ? null : refusalOf(state)
  // Stays while the next passphrase is tried, with the key that was given.
  const encrypted = refusal === null && state.phase !== 'checking' ? null : encryptedOf(state)
  const shown = failure ?? (encrypted === null ? refusal : null)
  return (
    <SettingsCard
      title="From a file"
      hint="A backup that you have kept: a file that ends in .tar, or an encrypted copy that ends in .tar.age."
    >
      <div className="stack justify-items-start">
        <input
          ref={input}
          type="file"
          aria-label="The backup"
          aria-hidden="true"
          tabIndex={-1}
          className="sr-only"
          onChange={({ currentTarget }) => send(currentTarget)}
        />
        <Button
          variant={encrypted ? 'quiet' : 'primary'}
          className="noscript:hidden"
          busy={isBusy}
          busyLabel={isUploading ? `Sending: ${upload.percent} %` : 'One moment…'}
          onClick={() => input.current?.click()}
        >
          <FileUp aria-hidden="true" size={18} />
          Choose the file
        </Button>
        {isUploading ? <Sending percent={upload.percent} /> : null}
        <UploadStatus upload={upload} onCancel={cancel} />
        {shown === null ? null : <Alert>{shown}</Alert>}
        <WithoutScript />
      </div>
      {encrypted ? <EncryptedFile key={encrypted.id} chosen={encrypted} failure={refusal ?? ''} onChange={onChange} /> : null}
      {dialog}
    </SettingsCard>
  )
}

const Sending = ({ percent }: { readonly percent: number }) => (
  <>
    <ProgressBar label="Sending the backup" done={percent} total={100} />
    <p className="text-small text-ink-soft">Please leave this page open until the file is here. If the line drops, it goes on by itself.</p>
  </>
)

const WithoutScript = () => (
  <noscript>
    <Alert kind="info">
      Sending a file needs JavaScript. Without it, put the file into the folder of the backups, and it is in the list below; or run{' '}
      <code>npm run blog -- restore FILE</code> where the blog runs.
    </Alert>
  </noscript>
)
