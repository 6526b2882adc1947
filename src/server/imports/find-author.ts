import { AppError } from '#contract/errors.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { ImportReport } from './report.ts'
import type { SourceAuthor } from './source.ts'

/** Whose posts they are from now on. */
export type FindAuthor = (author: SourceAuthor | null) => string

/**
 * The admin with the author's email or, as our own exports name no email, their username; otherwise the one that was
 * asked for, or the first admin.
 * @throws not_found when there is nobody
 */
export async function openAuthors(db: Database, email: string | null, report: ImportReport): Promise<FindAuthor> {
  const admins = await db.selectFrom('users').select(['id', 'email', 'username']).where('is_admin', '=', 1).orderBy('created_at').execute()
  const asked = email === null ? admins[0] : admins.find((admin) => admin.email === email.trim().toLowerCase())
  if (!asked) {
    const why = email === null ? 'This blog has no admin yet' : 'There is no admin with the email that --author names'
    throw new AppError('not_found', `${why}. To make one: npm run blog -- user create --admin`)
  }
  return (author) => {
    if (author === null) return asked.id
    const byEmail = admins.find((admin) => author.email !== null && admin.email === author.email.trim().toLowerCase())
    const byName = author.email === null ? admins.find((admin) => admin.username === author.name) : undefined
    const found = byEmail ?? byName
    if (!found && author.name !== '') report.add('author', `posts of ${author.name} now belong to @${asked.username}`)
    return (found ?? asked).id
  }
}
