import type { Selectable } from 'kysely'
import type { MailPaceTable } from '#migrations/schema.ts'
import { MINUTE_MS } from '#platform/contract/limits.ts'
import type { Database } from '#platform/database/database.ts'

const FIRST_PAUSE_MS = MINUTE_MS
export const LAST_PAUSE_MS = 15 * MINUTE_MS

/** Pause after a number of consecutive failures: a minute, doubling to a quarter of an hour. */
const pauseMs = (failures: number): number => Math.min(LAST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.max(0, failures - 1))

type Name = MailPaceTable['name']

async function readPace(db: Database, name: Name): Promise<Omit<Selectable<MailPaceTable>, 'name'>> {
  const row = await db
    .selectFrom('mail_pace')
    .select(['next_at', 'failures', 'problem', 'failing_since'])
    .where('name', '=', name)
    .executeTakeFirst()
  return row ?? { next_at: 0, failures: 0, problem: null, failing_since: null }
}

/** @returns whether the row was missing */
async function createPace(db: Database, name: Name, nextAt = 0): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('mail_pace')
    .values({ name, next_at: nextAt })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}

interface Read {
  readonly next_at: number
  readonly failures: number
}

/** Moves `next_at`, unless another process was faster. @returns whether it did */
async function moveNext(db: Database, name: Name, { read, nextAt }: { readonly read: Read; readonly nextAt: number }): Promise<boolean> {
  const moved = await db
    .updateTable('mail_pace')
    .set({ next_at: nextAt })
    .where('name', '=', name)
    .where('next_at', '=', read.next_at)
    .where('failures', '=', read.failures)
    .executeTakeFirst()
  return moved.numUpdatedRows > 0n
}

/** Takes the next slot of newsletters; all processes share them. @returns 0, or how long to wait before asking again */
export async function takeNewsletterSlot(
  db: Database,
  { now, intervalMs }: { readonly now: number; readonly intervalMs: number },
): Promise<number> {
  const read = await readPace(db, 'newsletters')
  // A time beyond the interval is ignored: the clock was set back, or the pace was changed.
  if (read.next_at > now && read.next_at <= now + intervalMs) return read.next_at - now
  const nextAt = now + intervalMs
  const isTaken = (await moveNext(db, 'newsletters', { read, nextAt })) || (await createPace(db, 'newsletters', nextAt))
  return isTaken ? 0 : intervalMs
}

/** Permission to use the mail server now (`waitMs` is 0), or how long to wait. `failures`: consecutive ones so far. */
export interface ServerSlot {
  readonly waitMs: number
  readonly failures: number
}

/** While the mail server is unavailable there is one slot at a time, whose mail probes the server. */
export async function takeServerSlot(
  db: Database,
  { now, leaseMs }: { readonly now: number; readonly leaseMs: number },
): Promise<ServerSlot> {
  const read = await readPace(db, 'server')
  const { failures, next_at: nextAt } = read
  if (failures === 0) return { waitMs: 0, failures }
  // A time beyond the longest pause is ignored: the clock was set back.
  if (nextAt > now && nextAt <= now + LAST_PAUSE_MS) return { waitMs: nextAt - now, failures }
  const isTaken = await moveNext(db, 'server', { read, nextAt: now + leaseMs })
  return { waitMs: isTaken ? 0 : leaseMs, failures }
}

/** Returns a slot in which nothing was sent. While the mail server is unavailable the slot would block all others. */
export async function returnServerSlot(
  db: Database,
  { failures, now }: { readonly failures: number; readonly now: number },
): Promise<void> {
  if (failures === 0) return
  await db.updateTable('mail_pace').set({ next_at: now }).where('name', '=', 'server').where('failures', '=', failures).execute()
}

/** Records that the mail server is unavailable. Concurrent reports of several processes count once. */
export async function noteServerFailure(
  db: Database,
  { failures, problem, now }: { readonly failures: number; readonly problem: string; readonly now: number },
): Promise<void> {
  await createPace(db, 'server')
  await db
    .updateTable('mail_pace')
    .set((eb) => ({
      failures: failures + 1,
      problem,
      next_at: now + pauseMs(failures + 1),
      failing_since: eb.fn.coalesce('failing_since', eb.val(now)),
    }))
    .where('name', '=', 'server')
    .where('failures', '=', failures)
    .execute()
}

/** Records that the mail server works: it accepted a mail, or refused only this one. */
export async function noteServerResponse(db: Database, now: number): Promise<void> {
  await db
    .updateTable('mail_pace')
    .set({ failures: 0, problem: null, next_at: now, failing_since: null })
    .where('name', '=', 'server')
    .where('failures', '>', 0)
    .execute()
}

/** Returns why no mail is being sent; null while the mail server works. */
export async function findServerProblem(
  db: Database,
): Promise<{ readonly problem: string; readonly nextAt: number; readonly since: number | null } | null> {
  const { failures, problem, next_at: nextAt, failing_since: since } = await readPace(db, 'server')
  return failures > 0 && problem !== null ? { problem, nextAt, since } : null
}
