import { useState } from 'react'
import { type ListedImport, deleteImport } from '#import-export/contract/imports.endpoints.ts'
import { browserApi } from '#ui/api/browser-api.ts'
import { LocalTime } from '#site/web/index.ts'
import { sizeText } from '#media/web/index.ts'
import { Dialog } from '#ui/components/dialog.tsx'

const FORMATS = { wordpress: 'WordPress', ghost: 'Ghost', kindred: 'an archive of this blog', markdown: 'Markdown' } as const

/** 'old-blog.xml · WordPress · 12.3 MB · of 3 May 2026' */
export const FileLine = ({ of }: { readonly of: ListedImport }) => (
  <p className="mt-1 text-small wrap-anywhere text-ink-soft">
    {of.fileName} · {FORMATS[of.format]} · {sizeText(of.bytes)} · <LocalTime at={of.createdAt} dayOnly />
  </p>
)

const STATES: Readonly<Record<ListedImport['state'], string>> = {
  received: 'Not read yet',
  checking: 'Being read',
  checked: 'Read, not imported',
  running: 'Running',
  stopped: 'Stopped',
  done: 'Imported',
  failed: 'Failed',
}

/** The other exports; each has an address of its own. */
export const OtherFiles = ({ imports }: { readonly imports: readonly ListedImport[] }) =>
  imports.length === 0 ? null : (
    <section aria-labelledby="other-files">
      <h2 id="other-files" className="text-h3">
        Other files
      </h2>
      <ul className="card mt-3 px-5 py-1">
        {imports.map((each) => (
          <li key={each._id} className="border-b border-line py-2 last:border-b-0">
            <a href={`/dashboard?tab=moving&show=${each._id}`} className="link link-target">
              {STATES[each.state]}
            </a>
            <FileLine of={each} />
          </li>
        ))}
      </ul>
    </section>
  )

interface DeleteExportProps {
  readonly of: ListedImport
  readonly onDeleted: () => Promise<void>
}

/** Deletes the file and its reports; what was imported from it stays. */
export const DeleteExport = ({ of, onDeleted }: DeleteExportProps) => {
  const [isAsking, setIsAsking] = useState(false)
  const remove = async () => {
    await browserApi(deleteImport, { params: { import: of._id } })
    setIsAsking(false)
    await onDeleted()
  }
  return (
    <div className="text-small text-ink-soft">
      The file and its report are deleted on <LocalTime at={of.deletedAt} dayOnly />, if nobody uses them until then.{' '}
      <button type="button" className="link link-target" onClick={() => setIsAsking(true)}>
        Delete them now
      </button>
      {isAsking ? (
        <Dialog
          title="Delete the file and its report?"
          confirmLabel="Delete"
          cancelLabel="Keep them"
          onConfirm={remove}
          onCancel={() => setIsAsking(false)}
        >
          <p>
            What came from it stays on the blog, and can no longer be taken back in one step. Followers who still wait for your word are
            deleted, too.
          </p>
        </Dialog>
      ) : null}
    </div>
  )
}
