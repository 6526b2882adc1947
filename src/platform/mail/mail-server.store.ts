import type { Selectable } from 'kysely'
import type { MailServerTable } from '#migrations/schema.ts'
import { HOUR_MS, MINUTE_MS } from '#platform/contract/limits.ts'
import { type Database, type DatabaseTransaction, lockInTransaction } from '#platform/database/database.ts'

/** What all processes know of the mail server. A transaction changes the copy that it has locked, and saves it. */
export type MailServer = Selectable<MailServerTable>

const FRESH: MailServer = {
  id: 1,
  next_at: 0,
  failures: 0,
  problem: null,
  failing_since: null,
  accepted_at: 0,
  pace_at: 0,
  hours: '{}',
}

const readMailServer = async (db: Database): Promise<MailServer> =>
  (await db.selectFrom('mail_server').selectAll().where('id', '=', FRESH.id).executeTakeFirst()) ?? { ...FRESH }

export async function lockMailServer(trx: DatabaseTransaction): Promise<MailServer> {
  await lockInTransaction(trx, 'mail server')
  return readMailServer(trx)
}

export async function saveMailServer(trx: DatabaseTransaction, server: MailServer): Promise<void> {
  const { id: _, ...state } = server
  await trx
    .insertInto('mail_server')
    .values(server)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(state))
    .execute()
}

const FIRST_PAUSE_MS = MINUTE_MS
const LAST_PAUSE_MS = 15 * MINUTE_MS

/** While the mail server fails, one mail at a time tries it. A time beyond the longest pause is ignored: the clock was set back. */
export const isPaused = ({ failures, next_at: nextAt }: MailServer, now: number): boolean =>
  failures > 0 && nextAt > now && nextAt <= now + LAST_PAUSE_MS

/** Pauses all mails: for a minute, doubling to a quarter of an hour. */
export function noteServerFailure(server: MailServer, { problem, now }: { readonly problem: string; readonly now: number }): void {
  server.failures += 1
  server.problem = problem
  server.failing_since ??= now
  server.next_at = now + Math.min(LAST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (server.failures - 1))
}

/**
 * The mail server accepts mail, or said what is wrong with one address. An attempt from before says nothing about a limit
 * that began meanwhile. @returns whether this ends a pause
 */
export function noteServerWorks(server: MailServer, { begunAt, now }: { readonly begunAt: number; readonly now: number }): boolean {
  const since = server.failing_since
  if (since === null || (since > begunAt && since <= now)) return false
  Object.assign(server, { failures: 0, problem: null, failing_since: null, next_at: now })
  return true
}

/** `awaited`: codes and invitations. `optIns`: to addresses that anybody may have entered. `others`: nobody waits for them. */
export type MailShare = 'awaited' | 'optIns' | 'others'

/** Parts of the daily total that a share leaves to those before it. */
const LEAVES: Readonly<Record<MailShare, number>> = { awaited: 0, optIns: 0.2, others: 0.3 }
/** The largest part that opt-ins may use. */
const OPT_INS_MAX = 0.25
const HOURS = 24

/** Mails of the hours since 1970 that count now, and how many of them are opt-ins. */
function hoursOf({ hours }: MailServer, now: number): Record<string, readonly [mails: number, optIns: number]> {
  const hour = Math.floor(now / HOUR_MS)
  const all = Object.entries(JSON.parse(hours) as Record<string, [number, number]>)
  return Object.fromEntries(all.filter(([key]) => Number(key) >= hour - HOURS && Number(key) <= hour))
}

/** The sum of any 24 hours never passes the maximum, as the hour that has begun counts with the 24 before it. */
function isLeft(server: MailServer, { share, max, now }: { share: MailShare; max: number; now: number }): boolean {
  const counts = Object.values(hoursOf(server, now))
  const mails = counts.reduce((sum, [all]) => sum + all, 0)
  const optIns = counts.reduce((sum, [, some]) => sum + some, 0)
  return mails < max - Math.ceil(max * LEAVES[share]) && (share !== 'optIns' || optIns < Math.floor(max * OPT_INS_MAX))
}

/** Counts one mail before it is sent. @returns false if nothing of the share is left */
export function takeFromDay(server: MailServer, use: { share: MailShare; max: number; now: number }): boolean {
  if (!isLeft(server, use)) return false
  addToDay(server, { ...use, change: 1 })
  return true
}

/** Returns what was not used: no mail was sent, or the mail server did not accept it. */
export const giveBackToDay = (server: MailServer, use: { share: MailShare; now: number }): void => addToDay(server, { ...use, change: -1 })

function addToDay(server: MailServer, { share, now, change }: { share: MailShare; now: number; change: 1 | -1 }): void {
  const hours = hoursOf(server, now)
  const hour = Math.floor(now / HOUR_MS)
  const [mails, optIns] = hours[hour] ?? [0, 0]
  hours[hour] = [Math.max(0, mails + change), Math.max(0, optIns + (share === 'optIns' ? change : 0))]
  server.hours = JSON.stringify(hours)
}

/** Whether only mails for which somebody waits go out at present. */
export const isDayUsedUp = async (db: Database, { max, now }: { readonly max: number; readonly now: number }): Promise<boolean> =>
  !isLeft(await readMailServer(db), { share: 'others', max, now })

/** Returns why no mail is being sent; null while the mail server works. */
export async function findServerProblem(
  db: Database,
): Promise<{ readonly problem: string; readonly nextAt: number; readonly since: number | null } | null> {
  const { failures, problem, next_at: nextAt, failing_since: since } = await readMailServer(db)
  return failures > 0 && problem !== null ? { problem, nextAt, since } : null
}
