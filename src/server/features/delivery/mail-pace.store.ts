import { MINUTE_MS } from '#contract/limits.ts'
import type { Database } from '#server/platform/database/database.ts'
import { LEASE_MS } from './deliveries.store.ts'

const NAME = 'followers'
const FIRST_PAUSE_MS = MINUTE_MS
const LAST_PAUSE_MS = 15 * MINUTE_MS

/** Pause after so many failures in a row: a minute, doubling to a quarter of an hour. */
export const pauseMs = (failures: number): number => Math.min(LAST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.max(0, failures - 1))

/** Leave to send one mail now, or how long to wait for it. */
export type Slot = { readonly waitMs: 0; readonly failures: number } | { readonly waitMs: number; readonly failures?: undefined }

/**
 * Takes the next slot of the pace that all processes share. While the mail server is away there is one slot at a time:
 * the mail that is tried then decides how it goes on.
 */
export async function takeSlot(db: Database, { now, intervalMs }: { readonly now: number; readonly intervalMs: number }): Promise<Slot> {
  const row = await readPace(db)
  // Later than any pause: the clock has been set back since.
  if (row.next_at > now && row.next_at <= now + LAST_PAUSE_MS) return { waitMs: row.next_at - now }
  const nextAt = now + (row.failures > 0 ? LEASE_MS : intervalMs)
  const taken = await db
    .updateTable('mail_pace')
    .set({ next_at: nextAt })
    .where('name', '=', NAME)
    .where('next_at', '=', row.next_at)
    .where('failures', '=', row.failures)
    .executeTakeFirst()
  // Another process was faster.
  return taken.numUpdatedRows > 0n ? { waitMs: 0, failures: row.failures } : { waitMs: intervalMs }
}

async function readPace(db: Database): Promise<{ next_at: number; failures: number; problem: string | null }> {
  const find = db.selectFrom('mail_pace').select(['next_at', 'failures', 'problem']).where('name', '=', NAME)
  const row = await find.executeTakeFirst()
  if (row) return row
  await db
    .insertInto('mail_pace')
    .values({ name: NAME, next_at: 0 })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  return find.executeTakeFirstOrThrow()
}

/** Nothing was sent in a slot. While the mail server is away nobody else could take one until then. */
export async function returnSlot(db: Database, { failures, now }: { readonly failures: number; readonly now: number }): Promise<void> {
  if (failures === 0) return
  await db.updateTable('mail_pace').set({ next_at: now }).where('name', '=', NAME).where('failures', '=', failures).execute()
}

/** The mail server could not be used. Of two processes that find so at once, one counts. */
export async function noteServerFailure(
  db: Database,
  { failures, problem, now }: { readonly failures: number; readonly problem: string; readonly now: number },
): Promise<void> {
  await db
    .updateTable('mail_pace')
    .set({ failures: failures + 1, problem, next_at: now + pauseMs(failures + 1) })
    .where('name', '=', NAME)
    .where('failures', '=', failures)
    .execute()
}

/** The mail server took a mail, or refused this one alone. */
export async function noteServerResponse(db: Database, now: number): Promise<void> {
  await db
    .updateTable('mail_pace')
    .set({ failures: 0, problem: null, next_at: now })
    .where('name', '=', NAME)
    .where('failures', '>', 0)
    .execute()
}

/** Why nothing is sent at present; null while the mail server can be used. */
export async function findServerProblem(db: Database): Promise<{ readonly problem: string; readonly nextAt: number } | null> {
  const row = await db.selectFrom('mail_pace').select(['next_at', 'failures', 'problem']).where('name', '=', NAME).executeTakeFirst()
  return row && row.failures > 0 && row.problem !== null ? { problem: row.problem, nextAt: row.next_at } : null
}
