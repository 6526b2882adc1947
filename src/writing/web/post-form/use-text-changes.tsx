import { type ReactNode, useState } from 'react'
import { createPortal } from 'react-dom'
import { countFiles } from '#media/web/index.ts'
import { Dialog } from '#ui/components/dialog.tsx'
import { changeAndFocus } from '#ui/components/focus-notice.ts'
import type { Cover } from './cover-field.tsx'
import type { BodyFiles } from './use-body-files.ts'

export interface TextChanges {
  /** A change that leaves the text as it is. */
  readonly apply: (change: () => void) => void
  /** A change that puts another text into the form. Files that are not stored yet would be lost, so it asks first. */
  readonly replace: (change: () => void) => void
  /** What it asks. */
  readonly question: ReactNode
}

interface Parts {
  readonly files: BodyFiles
  readonly cover: Cover
  /** Where the notices are. */
  readonly region: HTMLElement | null
}

interface Pending {
  readonly change: () => void
  readonly lost: string
}

/** '2 pictures and the cover image' */
const lostWords = ({ unstored: { uploading, failed, noun } }: BodyFiles, cover: Cover): string => {
  const count = uploading + failed
  return [...(count > 0 ? [countFiles(count, noun)] : []), ...(cover.findPending() === null ? [] : ['the cover image'])].join(' and ')
}

/** Changes by buttons that disappear with them. */
export const useTextChanges = ({ files, cover, region }: Parts): TextChanges => {
  const [pending, setPending] = useState<Pending | null>(null)
  const apply = (change: () => void) => changeAndFocus(change, () => region)
  const replaceNow = (change: () => void) =>
    apply(() => {
      setPending(null)
      cover.clear()
      change()
    })
  const replace = (change: () => void) => {
    const lost = lostWords(files, cover)
    if (lost === '') replaceNow(change)
    else setPending({ change, lost })
  }
  // HTML forms cannot be nested.
  const question =
    pending &&
    createPortal(
      <Dialog
        title="Leave these files behind?"
        confirmLabel="Yes, leave them"
        cancelLabel="No, wait"
        onConfirm={() => replaceNow(pending.change)}
        onCancel={() => setPending(null)}
      >
        <p>Not stored yet: {pending.lost}. If you go on now, you have to choose them again.</p>
      </Dialog>,
      document.body,
    )
  return { apply, replace, question }
}
