import { AppError } from '#platform/contract/errors.ts'
import type { Database } from '#platform/database/database.ts'
import type { ImportReport } from '#moving/server/record/report.ts'
import type { SourceAuthor } from '#moving/server/record/source.ts'

/** Finds the account that becomes a post's author. */
export type FindAuthor = (author: SourceAuthor | null) => string

/**
 * Matches authors to admins by email, or by username in Kindred exports, which have no emails. Other posts belong to the
 * admin that `--author` names, or to the first admin.
 * @throws not_found without such an admin
 */
export async function createFindAuthor(db: Database, email: string | null, report: ImportReport): Promise<FindAuthor> {
  const admins = await db.selectFrom('users').select(['id', 'email', 'username']).where('is_admin', '=', 1).orderBy('created_at').execute()
  const fallback = email === null ? admins[0] : admins.find((admin) => admin.email === email.trim().toLowerCase())
  if (!fallback) {
    const why = email === null ? 'This blog has no admin yet' : 'There is no admin with the email that --author names'
    throw new AppError('not_found', `${why}. To make one: npm run blog -- user create --admin`)
  }
  return (author) => {
    if (author === null) return fallback.id
    const byEmail = admins.find((admin) => author.email !== null && admin.email === author.email.trim().toLowerCase())
    const byName = author.email === null ? admins.find((admin) => admin.username === author.name) : undefined
    const found = byEmail ?? byName
    if (!found && author.name !== '') report.add('author', `posts of ${author.name} now belong to @${fallback.username}`)
    return (found ?? fallback).id
  }
}
