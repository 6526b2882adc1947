import { MINUTE_MS } from '#platform/contract/limits.ts'
import type { Database } from '#platform/database/database.ts'
import { LEASE_MS } from './deliveries.store.ts'

const NAME = 'followers'
const FIRST_PAUSE_MS = MINUTE_MS
const LAST_PAUSE_MS = 15 * MINUTE_MS

/** Pause after a number of consecutive failures: a minute, doubling to a quarter of an hour. */
export const pauseMs = (failures: number): number => Math.min(LAST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.max(0, failures - 1))

/** Permission to send one mail now (`waitMs` is 0), or how long to wait before asking again. */
export type Slot = { readonly waitMs: 0; readonly failures: number } | { readonly waitMs: number; readonly failures?: undefined }

/**
 * Takes the next sending slot; all processes share them. While the mail server is unavailable there is one slot at a time,
 * whose mail probes the server.
 */
export async function takeSlot(db: Database, { now, intervalMs }: { readonly now: number; readonly intervalMs: number }): Promise<Slot> {
  const row = await readPace(db)
  // A `next_at` beyond the longest pause is ignored: the clock was set back.
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

/** Returns a slot in which nothing was sent. While the mail server is unavailable the slot would block all others. */
export async function returnSlot(db: Database, { failures, now }: { readonly failures: number; readonly now: number }): Promise<void> {
  if (failures === 0) return
  await db.updateTable('mail_pace').set({ next_at: now }).where('name', '=', NAME).where('failures', '=', failures).execute()
}

/** Records that the mail server is unavailable. Concurrent reports of several processes count once. */
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

/** Records that the mail server works: it accepted a mail, or refused only this one. */
export async function noteServerResponse(db: Database, now: number): Promise<void> {
  await db
    .updateTable('mail_pace')
    .set({ failures: 0, problem: null, next_at: now })
    .where('name', '=', NAME)
    .where('failures', '>', 0)
    .execute()
}

/** Returns why no mail is being sent; null while the mail server works. */
export async function findServerProblem(db: Database): Promise<{ readonly problem: string; readonly nextAt: number } | null> {
  const row = await db.selectFrom('mail_pace').select(['next_at', 'failures', 'problem']).where('name', '=', NAME).executeTakeFirst()
  return row && row.failures > 0 && row.problem !== null ? { problem: row.problem, nextAt: row.next_at } : null
}
