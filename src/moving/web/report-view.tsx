import type { ShownReport } from '#moving/contract/imports.endpoints.ts'
import type { ImportCounts } from '#moving/contract/import-report.ts'
import { sentenceOf } from '#moving/contract/import-sentence.ts'
import { inQuotes } from '#platform/contract/in-quotes.ts'
import { Card } from '#ui/components/card.tsx'
import { Notes } from './notes.tsx'

/** Names of what is counted, for one and for several, in the order in which they are shown. */
const COUNTED: readonly (readonly [keyof ImportCounts, string, string])[] = [
  ['posts', 'post', 'posts'],
  ['drafts', 'draft', 'drafts'],
  ['pinned', 'of them stays at the top of the list, as there', 'of them stay at the top of the list, as there'],
  ['pages', 'page', 'pages'],
  ['comments', 'comment', 'comments'],
  ['pictures', 'picture', 'pictures'],
  ['files', 'file', 'files'],
  ['followers', 'follower by mail', 'followers by mail'],
  ['redirects', 'old address that leads here', 'old addresses that lead here'],
  ['settings', 'setting', 'settings'],
  ['alreadyHere', 'post that is here already', 'posts that are here already'],
]

interface ReportViewProps {
  readonly importId: string
  readonly which: 'check' | 'result'
  readonly report: ShownReport
}

/** What is imported, and what is not, with the reasons. */
export const ReportView = ({ importId, which, report }: ReportViewProps) => {
  const isDone = which === 'result'
  const counts = COUNTED.filter(([name]) => report.counts[name] > 0)
  return (
    <div className="stack gap-5">
      <p className="text-lead">{sentenceOf(report, isDone)}</p>
      {report.missingCount === 0 || !isDone ? null : <Missing {...report} />}
      <details className="card px-4">
        <summary className="link link-target">{isDone ? 'What came' : 'What comes'}</summary>
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(7.5rem,100%),1fr))] gap-x-4 gap-y-3 pb-4">
          {counts.map(([name, one, several]) => (
            <li key={name} className="min-w-0">
              <span className="block text-h3 tabular-nums">{report.counts[name].toLocaleString('en')}</span>
              <span className="text-small text-ink-soft">{report.counts[name] === 1 ? one : several}</span>
            </li>
          ))}
        </ul>
      </details>
      {report.notes.length === 0 ? (
        <p>{`Everything that was found ${isDone ? 'came' : 'comes'} as it is.`}</p>
      ) : (
        <details className="card px-4">
          <summary className="link link-target">{`What ${isDone ? 'did' : 'does'} not come as it was, and why`}</summary>
          <div className="pb-4">
            <Notes importId={importId} which={which} notes={report.notes} />
          </div>
        </details>
      )}
    </div>
  )
}

const Missing = ({ missing, missingCount }: ShownReport) => (
  <Card as="section" aria-labelledby="missing" className="stack justify-items-start gap-3">
    <h3 id="missing" className="text-h3">
      Still missing
    </h3>
    <p>
      {`${missingCount === 1 ? '1 thing' : `${missingCount.toLocaleString('en')} things`} could not be had. Press “Go on” when the old blog can be reached: it tries again, and leaves alone what you have changed since.`}
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
