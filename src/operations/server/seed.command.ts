import { randomBytes } from 'node:crypto'
import { v7 as newId } from 'uuid'
import { AppError } from '#platform/contract/errors.ts'
import { createAccount } from '#accounts/server/index.ts'
import { POSTS_TAG, SITE_TAG } from '#platform/cache/cache-tags.ts'
import { announceChanges } from '#platform/database/change-feed.ts'
import type { Database } from '#platform/database/database.ts'
import type { Command } from '#platform/cli/command.ts'
import { isAtDesk } from '#site/server/index.ts'
import { plantSamples } from './plant-samples.ts'

const SAMPLE_ADMIN_EMAIL = 'admin@example.org'

/** Fills an empty blog with sample posts, readers and comments. */
export const seedCommand: Command = {
  name: ['seed'],
  usage: 'seed',
  summary: 'Fills an empty blog with sample posts, readers and comments.',
  flags: {},
  async run({ db, config, out }) {
    const existing = await db.selectFrom('posts').select('id').where(isAtDesk()).limit(1).execute()
    if (existing.length > 0) throw new AppError('conflict', 'This blog has posts already; samples are only for an empty one.')
    const authorId = await findOrCreateAdmin(db, out)
    const now = Date.now()
    const planted = await db.transaction().execute(async (trx) => {
      const what = await plantSamples(trx, { authorId, now, publicUrl: config.publicUrl })
      // A running blog shows them at once.
      await announceChanges(trx, [POSTS_TAG, SITE_TAG], now)
      return what
    })
    out(`Planted ${planted}.`)
  },
}

/** Finds an author for the posts, or creates one, whose password is printed once and not stored. */
async function findOrCreateAdmin(db: Database, out: (line: string) => void): Promise<string> {
  const admin = await db
    .selectFrom('users')
    .select('id')
    .where((eb) => eb('is_admin', '=', eb.lit(1)))
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst()
  if (admin) return admin.id
  const password = randomBytes(12).toString('base64url')
  const account = { username: 'admin', email: SAMPLE_ADMIN_EMAIL, password, isAdmin: true }
  const id = await createAccount(db, account, { now: Date.now, newId })
  out(`There was no admin, so one was made: ${SAMPLE_ADMIN_EMAIL} with the password ${password}`)
  return id
}
