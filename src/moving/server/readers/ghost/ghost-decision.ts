import { decideImport, type FoundPost, type ImportDecision } from '#moving/server/record/import-decision.ts'

interface Row {
  readonly type?: string | null | undefined
  readonly page?: boolean | number | null | undefined
  readonly status?: string | null | undefined
  readonly visibility?: string | null | undefined
  readonly published_at?: string | number | null | undefined
}

export const isGhostPage = ({ type, page }: Row): boolean => type === 'page' || page === true || page === 1

const STATES: Readonly<Record<string, FoundPost['state']>> = {
  published: 'published',
  sent: 'published',
  scheduled: 'scheduled',
  draft: 'draft',
}

/** Posts for members, free or paying, and posts that were only mailed (`sent`) are imported for the family. */
export function decideGhostImport({ status, visibility, published_at: at }: Row, now: number): ImportDecision {
  const isPublic = (!visibility || visibility === 'public') && status !== 'sent'
  const restriction = status === 'sent' ? 'sent' : `for ${visibility} only`
  const found = {
    state: STATES[status ?? ''] ?? 'excluded',
    why: status ?? 'without a status',
    audience: isPublic ? undefined : 'family',
    restriction,
  } as const
  return decideImport({ ...found, at: timeOf(at) }, now)
}

/** @param value ISO date, `2019-05-04 17:03:21` in UTC, or milliseconds since 1970 @returns milliseconds since 1970; null if invalid */
export function timeOf(value: string | number | null | undefined): number | null {
  // A number may have a fraction, or be no time at all.
  if (typeof value === 'number') return Number.isNaN(new Date(value).getTime()) ? null : Math.trunc(value)
  const at = Date.parse(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(value ?? '') ? `${value?.replace(' ', 'T')}Z` : (value ?? ''))
  return Number.isNaN(at) ? null : at
}
