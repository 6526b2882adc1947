import type { MonthCount } from '#upkeep/contract/stats.endpoints.ts'
import { type Counted, MonthChart, monthName } from './month-chart.tsx'
import { Card } from '#ui/components/card.tsx'

const KINDS: readonly { readonly counted: Counted; readonly title: string }[] = [
  { counted: 'posts', title: 'Posts' },
  { counted: 'comments', title: 'Comments' },
  { counted: 'users', title: 'New readers' },
]

const MonthTable = ({ months }: { readonly months: readonly MonthCount[] }) => (
  <table className="month-table">
    <caption className="sr-only">Posts, comments and new readers by month, the newest first</caption>
    <thead>
      <tr>
        <th scope="col">Month</th>
        {KINDS.map(({ title }) => (
          <th key={title} scope="col">
            {title}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {months.toReversed().map((month) => (
        <tr key={month.month}>
          <th scope="row">{monthName(month.month)}</th>
          {KINDS.map(({ counted }) => (
            <td key={counted}>{month[counted]}</td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)

/** Growth of the blog: one chart for each kind, so that they do not differ by colour only, and the numbers. */
export const MonthCharts = ({ months }: { readonly months: readonly MonthCount[] }) => (
  <Card as="section" aria-labelledby="months-heading" className="min-w-0">
    <h2 id="months-heading" className="text-[1.25rem]">
      The last twelve months
    </h2>
    <div className="mt-4 grid gap-x-8 gap-y-6 md:grid-cols-2 xl:grid-cols-3">
      {KINDS.map((kind) => (
        <MonthChart key={kind.counted} {...kind} months={months} />
      ))}
      <details className="min-w-0 self-end open:col-span-full xl:col-span-full">
        <summary className="link link-target">Show the numbers as a table</summary>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
        <section aria-label="Numbers of twelve months" tabIndex={0} className="overflow-x-auto">
          <MonthTable months={months} />
        </section>
      </details>
    </div>
  </Card>
)
