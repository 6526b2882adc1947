import type { Audience } from '#platform/contract/audiences.ts'
import type { SourceOptions } from '#moving/server/record/source.ts'
import { decideImport, type FoundPost, type ImportDecision } from '#moving/server/record/import-decision.ts'
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

/** Decides for a post or page. One with a password is imported for the family, without the password. */
export function decideWordpressImport(element: Element, options: Pick<SourceOptions, 'include' | 'now'>): ImportDecision {
  const { texts } = element
  const status = texts['wp:status'] ?? ''
  if ((texts['wp:post_id'] ?? '') === '') return { isImported: false, why: 'without a number' }
  const isLocked = (texts['wp:post_password'] ?? '') !== ''
  const isPrivate = status === 'private'
  const audience: Audience | undefined = isPrivate ? 'admins' : isLocked ? 'family' : undefined
  const restriction = isPrivate ? 'private' : 'behind a password'
  const found = { state: STATES[status] ?? 'excluded', why: WORDS[status] ?? status, audience, restriction } as const
  return decideImport({ ...found, at: dateOf(element, 'wp:post_date') }, options)
}
