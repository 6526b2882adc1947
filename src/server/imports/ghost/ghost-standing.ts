import type { SourceOptions } from '#server/imports/source.ts'
import { decideStanding, type FoundPost, type Standing } from '#server/imports/standing.ts'
import { timeOf } from './time-of.ts'

interface Row {
  readonly type?: string | null | undefined
  readonly page?: boolean | number | null | undefined
  readonly status?: string | null | undefined
  readonly visibility?: string | null | undefined
  readonly published_at?: string | number | null | undefined
}

export const isGhostPage = ({ type, page }: Row): boolean => type === 'page' || page === true || page === 1

/** Posts that were only mailed went to members. */
const STATES: Readonly<Record<string, FoundPost['state']>> = {
  published: 'published',
  sent: 'published',
  scheduled: 'scheduled',
  draft: 'draft',
}

/** What was for members, whether they paid or not, is for the family here. */
export function standingOf({ status, visibility, published_at: at }: Row, options: Pick<SourceOptions, 'include' | 'now'>): Standing {
  const isPublic = (!visibility || visibility === 'public') && status !== 'sent'
  const limit = status === 'sent' ? 'sent' : `for ${visibility} only`
  const found = {
    state: STATES[status ?? ''] ?? 'left',
    why: status ?? 'without a status',
    audience: isPublic ? undefined : 'family',
    limit,
  } as const
  return decideStanding({ ...found, at: timeOf(at) }, options)
}
