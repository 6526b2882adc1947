import FileUp from 'lucide-react/icons/file-up'
import { useState } from 'react'
import { createImport, startImport } from '#import-export/contract/imports.endpoints.ts'
import { EXPORT_HEAD_BYTES, readExportHead } from '#import-export/contract/export-head.ts'
import { UPLOAD_MAX_BYTES } from '#media/contract/media-limits.ts'
import { browserApi } from '#ui/api/browser-api.ts'
import { useAction } from '#ui/forms/use-action.ts'
import { useFileInput } from '#ui/forms/use-file-input.tsx'
import { sendFile, type UploadPicture, UploadStatus, useUpload } from '#media/web/index.ts'
import { Alert } from '#ui/components/alert.tsx'
import { Button } from '#ui/components/button.tsx'
import { ProgressBar } from '#ui/components/progress.tsx'

const ACCEPT = '.xml,.json,.zip,application/xml,text/xml,application/json,application/zip'
const MAX_MEGABYTES = UPLOAD_MAX_BYTES.import / 1024 / 1024
const INTERRUPTED = 'The file could not be sent to its end. Choose the same file again: it goes on where it stopped.'

/** Why a file is not uploaded; null if it may be an export. */
async function findProblem(file: File): Promise<string | null> {
  if (file.size > UPLOAD_MAX_BYTES.import) {
    return `This file is larger than ${MAX_MEGABYTES} MB. Please import it on the computer that runs the blog, with “npm run blog -- import”.`
  }
  const head = readExportHead(new Uint8Array(await file.slice(0, EXPORT_HEAD_BYTES).arrayBuffer()))
  return 'problem' in head ? head.problem : null
}

interface ExportUploadProps {
  /** Whether the blog has no export yet. */
  readonly isFirst: boolean
  readonly onUploaded: (created: string) => Promise<void>
}

/** Chooses a file, reports problems before it is sent, and uploads it. The server reads it right afterwards. */
export const ExportUpload = ({ isFirst, onUploaded }: ExportUploadProps) => {
  const { state, start, cancel } = useUpload(uploadExport)
  const { run, isBusy, error } = useAction()
  const [problem, setProblem] = useState<string | null>(null)
  const send = async (file: File) => {
    const wrong = await findProblem(file).catch(() => 'This file could not be read. Is it still where it was?')
    setProblem(wrong)
    const address = wrong === null ? await start(file) : null
    if (address === null) return
    const created = await browserApi(createImport, { body: { upload: address.slice(address.lastIndexOf('/') + 1) } })
    if (created.state === 'received') await browserApi(startImport, { params: { import: created._id }, body: {} })
    await onUploaded(created._id)
  }

  const { input, choose } = useFileInput({ label: 'The exported file', accept: ACCEPT, onFile: (file) => void run(() => send(file)) })

  const isUploading = state.type === 'uploading'
  const failure = problem ?? error ?? (state.type === 'failed' && state.reason === null ? INTERRUPTED : null)
  return (
    <section aria-label="The file of your old blog" className="stack justify-items-start gap-3">
      {isFirst ? null : <p className="text-ink-soft">Is there another file, or a newer one?</p>}
      {input}
      <Button
        variant={isFirst ? 'primary' : 'quiet'}
        busy={isBusy}
        busyLabel={isUploading ? `Sending: ${state.percent} %` : 'One moment…'}
        onClick={choose}
      >
        <FileUp aria-hidden="true" size={18} />
        Choose the file
      </Button>
      {isUploading ? (
        <>
          <ProgressBar label="Sending the file" done={state.percent} total={100} />
          <p className="text-small text-ink-soft">Please leave this page open until the file is here. After that you can close it.</p>
        </>
      ) : null}
      <UploadStatus upload={state} onCancel={cancel} />
      {failure === null ? null : <Alert>{failure}</Alert>}
      <noscript>
        <Alert kind="info">
          Sending the file needs JavaScript. Without it, <code>npm run blog -- import FILE</code> does the same on the computer that runs
          the blog.
        </Alert>
      </noscript>
    </section>
  )
}

/** Uploads the export of another blog. Identified by name, size and time, as hundreds of megabytes take long to hash. */
const uploadExport: UploadPicture = (file, listener) =>
  sendFile(
    file,
    { kind: 'import', name: file.name, fingerprint: `kindred-import-${file.name}-${file.size}-${file.lastModified}` },
    listener,
  )
