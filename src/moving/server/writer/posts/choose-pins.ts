import { PINNED_POSTS_MAX } from '#platform/contract/limits.ts'
import type { ImportReport } from '#moving/server/record/report.ts'
import type { Source } from '#moving/server/record/source.ts'

/** The newest pinned posts of the old blog, at most `PINNED_POSTS_MAX`. Reports the others. */
export function choosePins({ pins = [], entries }: Pick<Source, 'pins' | 'entries'>, report: ImportReport): ReadonlySet<string> {
  const titles = new Map(entries.map(({ id, title }) => [id, title]))
  const sorted = pins.filter(({ id }) => titles.has(id)).toSorted((a, b) => b.at - a.at)
  for (const { id } of sorted.slice(PINNED_POSTS_MAX)) report.add('pin', titles.get(id) || `number ${id}`)
  return new Set(sorted.slice(0, PINNED_POSTS_MAX).map(({ id }) => id))
}
