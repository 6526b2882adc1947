import { AppError } from '#platform/contract/errors.ts'
import type { Database } from '#platform/database/database.ts'
import { getSettings } from '#site/server/index.ts'
import type { Viewer } from '#platform/contract/permissions.ts'
import { NEW_ACCOUNT_MS, NEW_ACCOUNT_RATES } from '#comments/contract/comment-limits.ts'
import { lockCommentedPost } from './comment-writes.store.ts'
import { type CommentedPost, isNewCommenter, listTimesOfNewAccount } from './comments.store.ts'
import { find } from 'linkifyjs'

/** Checks a new comment against the settings and its post, which it locks, but not that the post exists. @throws bad_request, forbidden */
export async function requireAllowed(trx: Database, comment: CommentedPost & { readonly content: string }): Promise<void> {
  const { commentsOpen, commentMaxLength } = await getSettings(trx)
  requireLength(comment.content, commentMaxLength)
  const post = await lockCommentedPost(trx, comment)
  if (!commentsOpen || post?.comments_open === 0) throw new AppError('forbidden', 'Comments are closed.')
}

/** Checks only changed content: an unchanged comment may exceed a limit that was lowered later. @throws bad_request */
export async function requireEditLength(db: Database, content: string, before: string): Promise<void> {
  if (content !== before) requireLength(content, (await getSettings(db)).commentMaxLength)
}

function requireLength(content: string, maxLength: number): void {
  if (content.length <= maxLength) return
  throw new AppError('bad_request', `A comment can have at most ${maxLength.toLocaleString('en')} characters.`, { field: 'content' })
}

type FirstState = 'shown' | 'pending'

/** The family is known. */
const isKnown = ({ isAdmin, isFamily }: Viewer): boolean => isAdmin || isFamily

/** @returns `pending` where an admin must approve the comment before others see it */
export async function firstState(db: Database, viewer: Viewer, { content, now }: { content: string; now: number }): Promise<FirstState> {
  if (!isKnown(viewer) && (await isNewAndFast(db, viewer.id, now))) return 'pending'
  return stateOfText(db, viewer, content)
}

/** Like {@link firstState}, for an edit, which is not judged by how fast the comments were written. */
export async function stateOfText(db: Database, viewer: Viewer, content: string): Promise<FirstState> {
  if (isKnown(viewer)) return 'shown'
  if (holdsLink(content)) return 'pending'
  const { firstCommentsWait } = await getSettings(db)
  return firstCommentsWait && (await isNewCommenter(db, viewer.id)) ? 'pending' : 'shown'
}

/** Whether a new account has written as many comments as people rarely do in that time. */
async function isNewAndFast(db: Database, userId: string, now: number): Promise<boolean> {
  const times = await listTimesOfNewAccount(db, userId, now - NEW_ACCOUNT_MS)
  return NEW_ACCOUNT_RATES.some(({ comments, windowMs }) => (times[comments - 1] ?? 0) > now - windowMs)
}

/** Invisible characters, which can hide a link from a pattern. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu
const ANY_SCHEME = /\b[a-z][a-z0-9+.-]*:\/\/\S/i
/** Addresses that the library does not know: an encoded domain, and the number of a machine with a path or port. */
const ENCODED_DOMAIN = /\bxn--[a-z0-9]/i
const MACHINE = /\b\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}[/:]\S/
/**
 * A missing space between two sentences ('at home.It was late'), without other parts of an address. Only before words with which
 * sentences begin and that are also top-level domains: `bit.Ly` is an address.
 */
const SENTENCE_END = /^[^/:@]+\.(?:A[ms]|At|Be|D[eo]|E[st]|Here|How|I[mnst]|La|Love|M[ey]|No|Now|S[eo]|To|Today|Us)$/

/** Returns whether a text contains a URL or email address, also in disguise: `evil.de`, `https:\\host`. */
export function holdsLink(text: string): boolean {
  const plain = text.normalize('NFKC').replaceAll(INVISIBLE, '').replaceAll('\\', '/').replaceAll('。', '.')
  if (ANY_SCHEME.test(plain) || ENCODED_DOMAIN.test(plain) || MACHINE.test(plain)) return true
  return find(plain).some(({ value }) => !SENTENCE_END.test(value) || /^www\./i.test(value))
}
