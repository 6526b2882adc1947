import type { Database } from '#platform/database/database.ts'

/** Finds a test mail; undefined once it was sent. */
export const findTestMail = (db: Database, id: string): Promise<{ problem: string | null } | undefined> =>
  db.selectFrom('outbox').select('problem').where('id', '=', id).where('kind', '=', 'test').executeTakeFirst()

interface OutboxState {
  readonly pending: number
  /** Number of mails whose last attempt failed. */
  readonly failed: number
  /** Why the newest of them failed. */
  readonly problem: string | null
}

/** Returns the state of mails to addresses. What followers are mailed has an overview of its own. */
export async function readOutbox(db: Database): Promise<OutboxState> {
  const { pending, failed } = await db
    .selectFrom('outbox')
    .select((eb) => [eb.fn.countAll<number>().as('pending'), eb.fn.count<number>('problem').as('failed')])
    .where('email', 'is not', null)
    .where('state', 'in', ['waiting', 'sending'])
    .executeTakeFirstOrThrow()
  const newest = await db
    .selectFrom('outbox')
    .select('problem')
    .where('email', 'is not', null)
    .where('state', 'in', ['waiting', 'sending'])
    .where('problem', 'is not', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return { pending: Number(pending), failed: Number(failed), problem: newest?.problem ?? null }
}

/** Returns when the oldest mail was queued that is neither sent nor ended; null if there is none. */
export async function findOldestWaiting(db: Database): Promise<number | null> {
  const { since } = await db
    .selectFrom('outbox')
    .select((eb) => eb.fn.min<number | null>('created_at').as('since'))
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow()
  return since === null ? null : Number(since)
}
