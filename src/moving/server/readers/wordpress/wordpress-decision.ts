import type { Audience } from '#platform/contract/audiences.ts'
import { fromWallTime } from '#platform/contract/time-zone.ts'
import type { SourceOptions } from '#moving/server/record/source.ts'
import { decideImport, type FoundPost, type ImportDecision } from '#moving/server/record/import-decision.ts'
import type { Element } from './read-wxr.ts'

const WORDS: Readonly<Record<string, string>> = {
  future: 'scheduled',
  private: 'private',
  draft: 'a draft',
  pending: 'waiting for review',
  trash: 'in the trash',
}

const STATES: Readonly<Record<string, FoundPost['state']>> = {
  publish: 'published',
  private: 'published',
  future: 'scheduled',
  draft: 'draft',
  pending: 'draft',
}

/** Decides for a post or page. One with a password is imported for the family, without the password. */
export function decideWordpressImport(element: Element, options: Pick<SourceOptions, 'now' | 'timeZone'>): ImportDecision {
  const { texts } = element
  const status = texts['wp:status'] ?? ''
  if ((texts['wp:post_id'] ?? '') === '') return { isImported: false, why: 'without a number' }
  const isLocked = (texts['wp:post_password'] ?? '') !== ''
  const isPrivate = status === 'private'
  const audience: Audience | undefined = isPrivate ? 'admins' : isLocked ? 'family' : undefined
  const restriction = isPrivate ? 'private' : 'behind a password'
  const found = { state: STATES[status] ?? 'excluded', why: WORDS[status] ?? status, audience, restriction } as const
  return decideImport({ ...found, at: dateOf(element, 'wp:post_date', options.timeZone) }, options.now)
}

/** Reads a date such as `2019-05-04 17:03:21`, in UTC or, as old exports and drafts have only that one, on the clock of the blog. */
export function dateOf({ texts }: Element, name: string, timeZone: string): number | null {
  const [utc, local] = [timeOf(texts[`${name}_gmt`]), timeOf(texts[name])]
  return utc ?? (local === null ? null : fromWallTime(local, timeZone))
}

/** As if in UTC; null for an invalid date. */
function timeOf(text = ''): number | null {
  const [, date, time] = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)$/.exec(text.trim()) ?? []
  const at = date === undefined || date.startsWith('0000') ? Number.NaN : Date.parse(`${date}T${time}Z`)
  return Number.isNaN(at) ? null : at
}
