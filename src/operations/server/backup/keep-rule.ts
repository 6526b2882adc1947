import { DAY_MS } from '#platform/contract/limits.ts'

/** How many days, weeks and months keep their newest backup: those that have one, counted back from the newest. */
export interface KeepRule {
  readonly days: number
  readonly weeks: number
  readonly months: number
}

interface Dated {
  /** Milliseconds since 1970. */
  readonly createdAt: number
}

/** Returns the backups that the rule keeps. Days, weeks (from Monday) and months are those of UTC. */
export function chooseKept<T extends Dated>(backups: readonly T[], { days, weeks, months }: KeepRule): Set<T> {
  const newestFirst = backups.toSorted((a, b) => b.createdAt - a.createdAt)
  return new Set([
    ...firstOfEach(newestFirst, dayOf, days),
    ...firstOfEach(newestFirst, weekOf, weeks),
    ...firstOfEach(newestFirst, monthOf, months),
  ])
}

const dayOf = ({ createdAt }: Dated) => Math.floor(createdAt / DAY_MS)
/** Since Monday, 5 January 1970. */
const weekOf = ({ createdAt }: Dated) => Math.floor((createdAt - Date.UTC(1970, 0, 5)) / (7 * DAY_MS))
const monthOf = ({ createdAt }: Dated) => new Date(createdAt).getUTCFullYear() * 12 + new Date(createdAt).getUTCMonth()

function firstOfEach<T>(items: readonly T[], groupOf: (item: T) => number, groups: number): T[] {
  const first = new Map<number, T>()
  for (const item of items) if (!first.has(groupOf(item))) first.set(groupOf(item), item)
  return [...first.values()].slice(0, groups)
}
