import type { ImportDetail, ShownReport } from '#moving/contract/imports.endpoints.ts'
import { inQuotes } from '#platform/contract/in-quotes.ts'
import { Alert } from '#ui/components/alert.tsx'
import { LinkButton } from '#ui/components/button.tsx'
import { Card } from '#ui/components/card.tsx'
import { ReportView } from './report-view.tsx'

interface ResultViewProps {
  readonly of: ImportDetail
  readonly result: ShownReport
}

const Missing = ({ of, result: { missing, missingCount } }: ResultViewProps) => (
  <Card as="section" aria-labelledby="missing" className="stack justify-items-start gap-3">
    <h3 id="missing" className="text-h3">
      Still missing
    </h3>
    <p>
      {`${missingCount === 1 ? '1 thing' : `${missingCount.toLocaleString('en')} things`} could not be fetched. Import again when the old blog can be reached: it fetches what is missing, and leaves alone what you have changed since.`}
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
    <LinkButton href={`/api/imports/${of._id}/missing`} download="missing.csv">
      Download the whole list
    </LinkButton>
  </Card>
)

/** What was imported, what is missing, and where to continue. */
export const ResultView = ({ of, result }: ResultViewProps) => {
  const took = of.startedAt !== null && of.endedAt !== null ? durationText(Date.parse(of.endedAt) - Date.parse(of.startedAt)) : null
  return (
    <div className="stack gap-5">
      {of.state === 'done' && result.missingCount === 0 ? (
        <Alert kind="success">{`Everything is here${took === null ? '' : `; it took ${took}`}. Welcome home.`}</Alert>
      ) : null}
      {of.state === 'done' ? (
        <div className="row gap-3">
          <LinkButton href="/">See it as readers do</LinkButton>
          <LinkButton href="/dashboard?tab=posts">All posts</LinkButton>
        </div>
      ) : null}
      {of.state === 'stopped' ? <p>What has been brought over stays. Continue whenever you like: nothing comes twice.</p> : null}
      {result.missingCount === 0 ? null : <Missing of={of} result={result} />}
      <ReportView importId={of._id} which="result" report={result} />
    </div>
  )
}

/** '40 seconds', '3 minutes', '2 hours and 5 minutes' */
function durationText(ms: number): string {
  const seconds = Math.max(1, Math.round(ms / 1000))
  if (seconds < 90) return count(seconds, 'second')
  const minutes = Math.round(seconds / 60)
  if (minutes < 90) return count(minutes, 'minute')
  const rest = minutes % 60
  return `${count(Math.floor(minutes / 60), 'hour')}${rest === 0 ? '' : ` and ${count(rest, 'minute')}`}`
}

const count = (number: number, unit: string) => `${number} ${unit}${number === 1 ? '' : 's'}`
