import type { ShownReport } from '#moving/contract/imports.endpoints.ts'
import type { ImportCounts, NoteKind } from '#moving/contract/import-report.ts'
import { Notes } from './notes.tsx'
import { Card } from '#ui/components/card.tsx'

/** Names of what is counted, for one and for several, in the order in which they are shown. */
const COUNTED: readonly (readonly [keyof ImportCounts, string, string])[] = [
  ['posts', 'post', 'posts'],
  ['drafts', 'draft', 'drafts'],
  ['pinned', 'of them stays at the top of the list, as there', 'of them stay at the top of the list, as there'],
  ['comments', 'comment', 'comments'],
  ['pictures', 'picture', 'pictures'],
  ['files', 'file', 'files'],
  ['pages', 'page', 'pages'],
  ['people', 'person', 'people'],
  ['followers', 'follower by mail', 'followers by mail'],
  ['redirects', 'old address that leads here', 'old addresses that lead here'],
  ['settings', 'setting', 'settings'],
  ['mended', 'earlier post that gets what it lacked', 'earlier posts that get what they lacked'],
  ['alreadyThere', 'post that is here already', 'posts that are here already'],
]

/** Kinds that are imported only if chosen. */
const OPTIONAL_KINDS: readonly NoteKind[] = ['notPublished', 'pages', 'people', 'tags']

interface ReportViewProps {
  readonly importId: string
  readonly which: 'check' | 'result'
  readonly report: ShownReport
}

/** What is imported, and what is not, with the reasons. */
export const ReportView = ({ importId, which, report }: ReportViewProps) => {
  const counts = COUNTED.filter(([name]) => report.counts[name] > 0)
  return (
    <div className="stack gap-5">
      <p className="text-lead">{sentenceOf(report)}</p>
      {report.isDryRun ? <p>Nothing is written yet. Look at the choices, then press Start.</p> : null}
      <Card as="section" aria-labelledby={`${which}-comes`}>
        <h3 id={`${which}-comes`} className="text-h3">
          {report.isDryRun ? 'This will be brought over' : 'This was brought over'}
        </h3>
        {counts.length === 0 ? <p className="mt-2">{`Nothing${report.isDryRun ? ' that is not here already' : ' new'}.`}</p> : null}
        <ul className="mt-3 grid grid-cols-[repeat(auto-fill,minmax(min(7.5rem,100%),1fr))] gap-x-4 gap-y-3">
          {counts.map(([name, one, several]) => (
            <li key={name} className="min-w-0">
              <span className="block text-h3 tabular-nums">{report.counts[name].toLocaleString('en')}</span>
              <span className="text-small text-ink-soft">{report.counts[name] === 1 ? one : several}</span>
            </li>
          ))}
        </ul>
      </Card>
      <Details importId={importId} which={which} report={report} />
    </div>
  )
}

const named = (report: ShownReport, wanted: readonly (keyof ImportCounts)[]): string[] =>
  COUNTED.filter(([name]) => wanted.includes(name) && report.counts[name] > 0).map(
    ([name, one, several]) => `${report.counts[name].toLocaleString('en')} ${report.counts[name] === 1 ? one : several}`,
  )

/** The report in one sentence. */
const sentenceOf = (report: ShownReport): string => {
  const found = named(report, ['posts', 'drafts', 'comments', 'pictures'])
  const [comes, rest] = report.isDryRun ? ['come', 'do not come as they were'] : ['came', 'did not come as they were']
  const what = found.length === 0 ? 'Nothing new' : new Intl.ListFormat('en').format(found)
  const notes = report.notes.reduce((sum, { count }) => sum + count, 0)
  const others = notes === 0 ? '' : `; ${notes.toLocaleString('en')} ${notes === 1 ? 'thing' : 'things'} ${rest}`
  return `${what} ${found.length === 0 && report.isDryRun ? 'comes' : comes}${others}.`
}

/** What does not come as it was, by kinds. */
const Details = ({ importId, which, report }: ReportViewProps) => {
  if (report.notes.length === 0) return <p>Everything that was found comes as it is.</p>
  return (
    <details className="card px-4">
      <summary className="link link-target">{`Good to know: what ${report.isDryRun ? 'does' : 'did'} not come as it was, and why`}</summary>
      <div className="stack gap-2 pb-4">
        {report.isDryRun && report.notes.some(({ kind }) => OPTIONAL_KINDS.includes(kind)) ? (
          <p className="text-ink-soft">Drafts, pages, private posts, people and tags come, too, if you choose so under Choices.</p>
        ) : null}
        <Notes importId={importId} which={which} notes={report.notes} />
      </div>
    </details>
  )
}
