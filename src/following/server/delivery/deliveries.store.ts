import { DAY_MS, HOUR_MS, MINUTE_MS } from '#platform/contract/limits.ts'
import type { DeliveryRow, DeliveryState, FollowerRow } from '#migrations/schema.ts'
import type { Database } from '#platform/database/database.ts'

/** Longer than {@link SEND_MAX_MS}: a process that has held a claimed mail for this long has died. */
export const LEASE_MS = 5 * MINUTE_MS
export const SEND_MAX_MS = 3 * MINUTE_MS

const FIRST_RETRY_MS = MINUTE_MS
const LAST_RETRY_MS = 4 * HOUR_MS

/** Wait before the next attempt: a minute, doubling to four hours. */
export const retryDelayMs = (attempts: number): number => Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.max(0, attempts - 1))

const findDue = (db: Database, state: DeliveryState, now: number) =>
  db
    .selectFrom('deliveries')
    .select(['id', 'state', 'attempts'])
    .where('state', '=', state)
    .where('next_attempt_at', '<=', now)
    .orderBy('next_attempt_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()

/** Waiting mails first, then mails that a crashed process was sending. */
const findNext = async (db: Database, now: number) => (await findDue(db, 'waiting', now)) ?? (await findDue(db, 'sending', now))

export const isDeliveryDue = async (db: Database, now: number): Promise<boolean> => (await findNext(db, now)) !== undefined

/** Claims the next due mail. No other process gets it before the lease ends. */
export async function claimDelivery(db: Database, now: number): Promise<DeliveryRow | undefined> {
  for (;;) {
    const next = await findNext(db, now)
    if (!next) return undefined
    const claimed = await db
      .updateTable('deliveries')
      .set({ state: 'sending', attempts: next.attempts + 1, next_attempt_at: now + LEASE_MS })
      .where('id', '=', next.id)
      .where('state', '=', next.state)
      .where('attempts', '=', next.attempts)
      .returningAll()
      .executeTakeFirst()
    if (claimed) return claimed
  }
}

export const findFollower = (db: Database, id: string): Promise<FollowerRow | undefined> =>
  db.selectFrom('followers').selectAll().where('id', '=', id).executeTakeFirst()

/** Records the final state. `sent` is recorded even if another process has claimed the mail meanwhile. */
export async function endDelivery(
  db: Database,
  { id }: Pick<DeliveryRow, 'id'>,
  end: { readonly state: 'sent' | 'failed' | 'dropped'; readonly problem?: string | null; readonly now: number },
): Promise<void> {
  const { state, problem = null, now } = end
  const ended = db.updateTable('deliveries').set({ state, problem, ended_at: now }).where('id', '=', id)
  await (state === 'sent' ? ended : ended.where('state', '=', 'sending')).execute()
}

/** Ends a mail with nothing to send. Its posts count as not mailed, as its reader may be allowed to read them later. */
export async function dropDelivery(trx: Database, delivery: Pick<DeliveryRow, 'id'>, now: number): Promise<void> {
  await endDelivery(trx, delivery, { state: 'dropped', now })
  await trx.deleteFrom('delivery_posts').where('delivery_id', '=', delivery.id).execute()
}

/** Schedules the next attempt. */
export async function postponeDelivery(
  db: Database,
  { id, attempts }: Pick<DeliveryRow, 'id' | 'attempts'>,
  { problem, now }: { readonly problem: string; readonly now: number },
): Promise<void> {
  await db
    .updateTable('deliveries')
    .set({ state: 'waiting', problem, next_attempt_at: now + retryDelayMs(attempts) })
    .where('id', '=', id)
    .where('state', '=', 'sending')
    .where('attempts', '=', attempts)
    .execute()
}

/** Undoes a claim whose mail was not sent. */
export async function releaseDelivery(db: Database, { id, attempts }: Pick<DeliveryRow, 'id' | 'attempts'>, now: number): Promise<void> {
  await db
    .updateTable('deliveries')
    .set({ state: 'waiting', attempts: attempts - 1, next_attempt_at: now })
    .where('id', '=', id)
    .where('state', '=', 'sending')
    .where('attempts', '=', attempts)
    .execute()
}

/** Age at which mails and announcements are deleted. Digests reach back only ten days, so no post is mailed twice. */
export const DELIVERIES_TTL_MS = 60 * DAY_MS

export async function deleteOldDeliveries(db: Database, now: number): Promise<void> {
  await db
    .deleteFrom('deliveries')
    .where('created_at', '<=', now - DELIVERIES_TTL_MS)
    .execute()
  await db
    .deleteFrom('announcements')
    .where('due_at', '<=', now - DELIVERIES_TTL_MS)
    .execute()
}

export async function countWaitingDeliveries(db: Database): Promise<number> {
  const { count } = await db
    .selectFrom('deliveries')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('state', 'in', ['waiting', 'sending'])
    .executeTakeFirstOrThrow()
  return Number(count)
}
