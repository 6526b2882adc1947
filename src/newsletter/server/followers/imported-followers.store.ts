import type { Database } from '#platform/database/database.ts'
import { createToken } from '#platform/security/tokens.ts'

interface Imported {
  readonly id: string
  readonly email: string
  readonly importId: string
  readonly now: number
}

/** Adds an address that followed the former blog. Nothing is mailed to it until {@link mailWaiting}. @returns whether it is new */
export async function createWaiting(trx: Database, { id, email, importId, now }: Imported): Promise<boolean> {
  const account = await trx.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst()
  if (account) return false
  const times = { digest_through: now, created_at: now }
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('followers')
    .values({ id, email, link_key: createToken(), posts: 'at_once', import_id: importId, ...times })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Followers that an import brought, and who have not confirmed it themselves. */
export const countImported = (db: Database, importId: string): Promise<number> => countOf(db, importId)

/** Those of {@link countImported} to whom nothing is mailed yet. */
export const countWaiting = (db: Database, importId: string): Promise<number> => countOf(db, importId, true)

async function countOf(db: Database, importId: string, isWaiting = false): Promise<number> {
  const { count } = await db
    .selectFrom('followers')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('import_id', '=', importId)
    .$if(isWaiting, (query) => query.where('confirmed_at', 'is', null))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Mails begin with the next post. @returns the number of followers */
export async function mailWaiting(trx: Database, importId: string, now: number): Promise<number> {
  const { numUpdatedRows } = await trx
    .updateTable('followers')
    .set({ confirmed_at: now, digest_through: now })
    .where('import_id', '=', importId)
    .where('confirmed_at', 'is', null)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Ends what an import brought, unless the person has confirmed it or has an account by now. @returns their ids */
export const deleteImported = (trx: Database, importId: string): Promise<string[]> => deleteOf(trx, importId)

/** Like {@link deleteImported}, but leaves those who get mails. */
export const deleteWaiting = (trx: Database, importId: string): Promise<string[]> => deleteOf(trx, importId, true)

async function deleteOf(trx: Database, importId: string, isWaiting = false): Promise<string[]> {
  const rows = await trx
    .deleteFrom('followers')
    .where('import_id', '=', importId)
    .$if(isWaiting, (query) => query.where('confirmed_at', 'is', null))
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}
