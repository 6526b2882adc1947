import ChevronDown from 'lucide-react/icons/chevron-down'
import type { ImportReportData } from '#import-export/contract/import-report.ts'
import { sentenceOf } from '#import-export/contract/import-sentence.ts'
import { NOTE_KINDS } from '#import-export/contract/note-kinds.ts'
import { plural } from '#platform/contract/plural.ts'
import { inQuotes } from '#platform/contract/in-quotes.ts'
import { Badge } from '#ui/components/badge.tsx'
import { Card } from '#ui/components/card.tsx'

interface ReportViewProps {
  readonly isDone: boolean
  readonly report: ImportReportData
}

/** What is imported, and what is not, with the reasons. */
export const ReportView = ({ isDone, report }: ReportViewProps) => (
  <div className="stack gap-5">
    <p className="text-lead">{sentenceOf(report, isDone)}</p>
    {report.missingCount === 0 || !isDone ? null : <Missing {...report} />}
    {report.notes.length === 0 ? (
      <p>{`Everything that was found ${isDone ? 'came' : 'comes'} as it is.`}</p>
    ) : (
      <details className="card px-4">
        <summary className="link link-target">{`What ${isDone ? 'did' : 'does'} not come as it was, and why`}</summary>
        <ul className="stack mt-2 gap-2 pb-4">
          {report.notes.map((note) => (
            <Note key={note.kind} {...note} />
          ))}
        </ul>
      </details>
    )}
  </div>
)

const Note = ({ kind, count, lines }: ImportReportData['notes'][number]) => (
  <li className="border-t border-line">
    <details>
      <summary className="flex min-h-[46px] cursor-pointer items-center gap-3 py-2">
        <span className="min-w-0 flex-1">{NOTE_KINDS[kind]}</span>
        <Badge className="shrink-0 tabular-nums">{count.toLocaleString('en')}</Badge>
        <ChevronDown aria-hidden="true" size={18} className="shrink-0 text-ink-soft" />
      </summary>
      <ul className="grid gap-1 border-t border-line py-3 text-small wrap-anywhere">
        {lines.map((line) => (
          <li key={line} dir="auto">
            {line}
          </li>
        ))}
      </ul>
      {lines.length < count ? <p className="pb-3 text-small text-ink-soft">Equal lines are shown once; very long lists are cut.</p> : null}
    </details>
  </li>
)

const Missing = ({ missing, missingCount }: ImportReportData) => (
  <Card as="section" aria-labelledby="missing" className="stack justify-items-start gap-3">
    <h3 id="missing" className="text-h3">
      Still missing
    </h3>
    <p>
      {`${plural(missingCount, '1 thing', 'things')} could not be had. Press “Go on” when the old blog can be reached: it tries again, and leaves alone what you have changed since.`}
    </p>
    <ul className="grid w-full gap-2 text-small wrap-anywhere">
      {missing.map(({ what, post, address, why }) => (
        <li key={`${what} ${post} ${address}`} className="border-l-4 border-line pl-3">
          <span dir="auto">
            {what}
            <span>{post === '' ? '' : ` of ${inQuotes(post)}`}</span>
          </span>
          {address === null ? null : <span className="block text-ink-soft">{address}</span>}
          <span className="block text-ink-soft">{why}</span>
        </li>
      ))}
    </ul>
    {missing.length < missingCount ? <p className="text-small text-ink-soft">All of them stand in the list below.</p> : null}
  </Card>
)
