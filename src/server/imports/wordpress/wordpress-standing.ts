import type { Audience } from '#contract/audiences.ts'
import type { SourceOptions } from '#server/imports/source.ts'
import { decideStanding, type FoundPost, type Standing } from '#server/imports/standing.ts'
import { dateOf } from './date-of.ts'
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

/** Of a post or page. What is behind a password is for the family here; the password stays behind. */
export function standingOf(element: Element, options: Pick<SourceOptions, 'include' | 'now'>): Standing {
  const { texts } = element
  const status = texts['wp:status'] ?? ''
  if ((texts['wp:post_id'] ?? '') === '') return { comes: false, why: 'without a number' }
  const isLocked = (texts['wp:post_password'] ?? '') !== ''
  const isPrivate = status === 'private'
  const audience: Audience | undefined = isPrivate ? 'admins' : isLocked ? 'family' : undefined
  const limit = isPrivate ? 'private' : 'behind a password'
  const found = { state: STATES[status] ?? 'left', why: WORDS[status] ?? status, audience, limit } as const
  return decideStanding({ ...found, at: dateOf(element, 'wp:post_date') }, options)
}
