import ChevronDown from 'lucide-react/icons/chevron-down'
import { useState } from 'react'
import { type ShownReport, listImportLines } from '#moving/contract/imports.endpoints.ts'
import { IMPORT_SHOWN_LINES } from '#platform/contract/limits.ts'
import type { NoteKind } from '#moving/contract/import-report.ts'
import { browserApi } from '#ui/api/browser-api.ts'
import { useAction } from '#ui/forms/use-action.ts'
import { Alert } from '#ui/components/alert.tsx'
import { Badge } from '#ui/components/badge.tsx'

interface NotesProps {
  readonly importId: string
  readonly which: 'check' | 'result'
  readonly notes: ShownReport['notes']
}

/** Notes of an import, with an expandable line for each kind. */
export const Notes = ({ notes, ...rest }: NotesProps) => (
  <ul className="stack mt-2 gap-2">
    {notes.map((note) => (
      <li key={note.kind} className="border-t border-line">
        <Note {...rest} {...note} />
      </li>
    ))}
  </ul>
)

interface NoteProps extends Omit<NotesProps, 'notes'> {
  readonly kind: NoteKind
  readonly heading: string
  readonly count: number
  readonly lines: readonly string[]
}

const Note = ({ importId, which, kind, heading, count, lines: first }: NoteProps) => {
  const [lines, setLines] = useState<readonly string[] | null>(null)
  const { run, isBusy, error } = useAction()
  const showAll = () =>
    run(async () => {
      const query = { of: which, kind }
      setLines((await browserApi(listImportLines, { params: { import: importId }, query })).lines)
    })
  const shown = lines ?? first
  return (
    <details>
      <summary className="flex min-h-[46px] cursor-pointer items-center gap-3 py-2">
        <span className="min-w-0 flex-1">{heading}</span>
        <Badge className="shrink-0 tabular-nums">{count.toLocaleString('en')}</Badge>
        <ChevronDown aria-hidden="true" size={18} className="shrink-0 text-ink-soft" />
      </summary>
      <ul className="grid gap-1 border-t border-line py-3 text-small wrap-anywhere">
        {shown.map((line) => (
          <li key={line} dir="auto">
            {line}
          </li>
        ))}
      </ul>
      {lines === null && first.length >= IMPORT_SHOWN_LINES ? (
        <button type="button" className="text-button -ml-3" aria-disabled={isBusy || undefined} onClick={() => void showAll()}>
          {isBusy ? 'One moment…' : 'Show all'}
        </button>
      ) : null}
      {lines !== null && lines.length < count ? (
        <p className="pb-3 text-small text-ink-soft">Equal lines are shown once; very long lists are cut.</p>
      ) : null}
      {error === null ? null : <Alert className="mb-3">{error}</Alert>}
    </details>
  )
}
