import { useRef } from 'react'
import type { createBackupKey } from '#operations/contract/backup-place.endpoints.ts'
import type { CallOutput } from '#platform/contract/endpoint.ts'
import { useSite } from '#site/web/index.ts'
import { Button } from '#ui/components/button.tsx'
import { focusOnce } from '#ui/components/focus-notice.ts'

export type CreatedKey = CallOutput<typeof createBackupKey>

/** Prints the sheet alone, in a window of its own. */
const printSheet = (sheet: HTMLElement | null) => {
  const page = sheet && open('', '_blank')
  if (!page) return print()
  page.document.title = 'Passphrase of the backups'
  page.document.body.append(page.document.importNode(sheet, true))
  page.print()
}

interface SheetProps {
  readonly created: CreatedKey
  readonly onDone: () => void
}

/** The passphrase, shown once, with all that a person needs who finds the paper in ten years. */
export const PassphraseSheet = ({ created: { passphrase, keyName, url }, onDone }: SheetProps) => {
  const { name } = useSite()
  const sheet = useRef<HTMLDivElement>(null)
  return (
    <section aria-labelledby="passphrase-title" className="stack">
      <div ref={sheet} className="stack rounded-card border border-line-strong p-5">
        <h4 id="passphrase-title" ref={focusOnce} tabIndex={-1} className="text-h3 outline-none">
          Passphrase of the backups of {name}
        </h4>
        <p className="font-mono text-h3 wrap-anywhere">
          <strong>{passphrase}</strong>
        </p>
        <p>Without this paper nobody can open the backups, not even us. Keep it where you keep your papers, and a second one elsewhere.</p>
        <p>
          The backups are in {url}, beside their key, {keyName}. Write down, too, how you sign in there. To get the blog back: install
          Kindred, and choose “I have a backup” with the newest file and the key; or on its command line
        </p>
        <pre className="overflow-x-auto text-small">kindred elsewhere restore</pre>
        <p>(where it runs from its own folder: npm run blog -- elsewhere restore).</p>
        <p>Without Kindred, the program age opens them (age-encryption.org). It asks for the passphrase:</p>
        <pre className="overflow-x-auto text-small">{`age --decrypt --identity ${keyName} --output blog.tar BACKUP.tar.age`}</pre>
        <p>Then tar opens blog.tar: texts as lines of JSON, and the pictures.</p>
      </div>
      <p>Copies are encrypted with it from now on. It is shown only now, and stored nowhere.</p>
      <div className="row gap-3">
        <Button variant="primary" onClick={() => printSheet(sheet.current)}>
          Print it
        </Button>
        <Button onClick={onDone}>I have it on paper</Button>
      </div>
    </section>
  )
}
