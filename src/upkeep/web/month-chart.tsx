import type { MonthCount } from '#upkeep/contract/stats.endpoints.ts'
import { useId } from 'react'
import { dateFormat } from '#platform/contract/format-date.ts'

export type Counted = 'posts' | 'comments' | 'users'

interface MonthChartProps {
  readonly title: string
  readonly counted: Counted
  readonly months: readonly MonthCount[]
}

/** In units of the drawing, which scales to its container. */
const WIDTH = 336
const HEIGHT = 150
const FOOT = 122
const TALLEST = 92
const STEP = WIDTH / 12

const total = (months: readonly MonthCount[], counted: Counted) => months.reduce((sum, month) => sum + month[counted], 0)

/** One bar with its number above it and its month below it; the current month is an outline. */
const Bar = ({ value, tallest, label, index, isPresent }: BarProps) => {
  const height = value === 0 ? 2 : Math.max(4, Math.round((value / tallest) * TALLEST))
  const middle = index * STEP + STEP / 2
  return (
    <g>
      <rect
        className={isPresent ? 'chart-bar chart-bar-present' : 'chart-bar'}
        x={middle - 9}
        y={FOOT - height}
        width={18}
        height={height}
        rx={value === 0 ? 1 : 3}
      />
      {value === 0 ? null : (
        <text className="chart-value" x={middle} y={FOOT - height - 6} textAnchor="middle">
          {value}
        </text>
      )}
      <text className="chart-month" x={middle} y={FOOT + 18} textAnchor="middle">
        {label}
      </text>
    </g>
  )
}

interface BarProps {
  readonly value: number
  readonly tallest: number
  /** First letter of the month; the description and the table have the whole name. */
  readonly label: string
  readonly index: number
  readonly isPresent: boolean
}

/** Twelve bars of one kind. Title and description say the same in words. */
export const MonthChart = ({ title, counted, months }: MonthChartProps) => {
  const id = useId()
  const tallest = Math.max(1, ...months.map((month) => month[counted]))
  const sum = total(months, counted)
  return (
    <figure className="min-w-0">
      <figcaption className="flex flex-wrap items-baseline justify-between gap-x-3 text-small">
        <span className="font-semibold">{title}</span>
        <span className="text-ink-soft">{sum} in twelve months</span>
      </figcaption>
      <svg role="img" aria-labelledby={`${id}-title ${id}-words`} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} className="chart mt-2 w-full">
        <title id={`${id}-title`}>{`${title} in each of the last twelve months`}</title>
        <desc id={`${id}-words`}>{months.map((month) => `${monthName(month.month)}: ${month[counted]}`).join(', ')}</desc>
        <path d={`M0 ${FOOT}.5H${WIDTH}`} className="chart-ground" />
        {months.map((month, index) => (
          <Bar
            key={month.month}
            value={month[counted]}
            tallest={tallest}
            label={monthName(month.month).charAt(0)}
            index={index}
            isPresent={index === months.length - 1}
          />
        ))}
      </svg>
    </figure>
  )
}

const MONTH = { month: 'long', year: 'numeric' } as const

/** 'March 2026' of '2026-03'. */
export const monthName = (month: string): string =>
  dateFormat({ dateLanguage: 'en', timeZone: 'UTC' }, MONTH).format(new Date(`${month}-01T00:00:00Z`))
