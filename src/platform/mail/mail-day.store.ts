import { HOUR_MS } from '#platform/contract/limits.ts'
import { type Database, lockInTransaction } from '#platform/database/database.ts'

/** `urgent`: codes, which have a reserve. `asks`: to addresses that anybody may have entered. */
export type MailShare = 'urgent' | 'asks' | 'others'

/** Part of the daily total that is left to urgent mails, and the largest part that asks may use. */
const RESERVED = 0.2
const ASKS = 0.25

const HOURS = 24

interface Use {
  /** Mails a day. */
  readonly max: number
  readonly share: MailShare
  readonly now: number
}

/**
 * Counts one mail before it is sent. The sum of any 24 hours never passes the maximum, as the hour that has begun counts
 * with the 24 before it.
 * @returns 0, or how long to wait before asking again, at most an hour
 */
export async function takeFromDay(db: Database, { max, share, now }: Use): Promise<number> {
  const hour = Math.floor(now / HOUR_MS)
  return db.transaction().execute(async (trx) => {
    await lockInTransaction(trx, 'mails of a day')
    const used = await countDay(trx, hour)
    if (!isLeft(used, max, share)) return (hour + 1) * HOUR_MS - now
    const asks = share === 'asks' ? 1 : 0
    await trx
      .insertInto('mail_hours')
      .values({ hour, mails: 1, asks })
      .onConflict((conflict) =>
        conflict.column('hour').doUpdateSet((eb) => ({ mails: eb('mail_hours.mails', '+', 1), asks: eb('mail_hours.asks', '+', asks) })),
      )
      .execute()
    return 0
  })
}

/** Returns what was not used: no mail was sent, or the mail server did not accept it. */
export async function giveBackToDay(db: Database, { share, now }: Omit<Use, 'max'>): Promise<void> {
  const asks = share === 'asks' ? 1 : 0
  await db
    .updateTable('mail_hours')
    .set((eb) => ({ mails: eb('mails', '-', 1), asks: eb('asks', '-', asks) }))
    .where('hour', '=', Math.floor(now / HOUR_MS))
    .where('mails', '>', 0)
    .where('asks', '>=', asks)
    .execute()
}

/** Whether only urgent mails go out at present. */
export async function isDayUsedUp(db: Database, { max, now }: Omit<Use, 'share'>): Promise<boolean> {
  return !isLeft(await countDay(db, Math.floor(now / HOUR_MS)), max, 'others')
}

function isLeft({ mails, asks }: { mails: number; asks: number }, max: number, share: MailShare): boolean {
  if (share === 'urgent') return mails < max
  if (share === 'asks' && asks >= Math.floor(max * ASKS)) return false
  return mails < max - Math.ceil(max * RESERVED)
}

async function countDay(db: Database, hour: number): Promise<{ mails: number; asks: number }> {
  const { mails, asks } = await db
    .selectFrom('mail_hours')
    .select((eb) => [eb.fn.sum<number | null>('mails').as('mails'), eb.fn.sum<number | null>('asks').as('asks')])
    .where('hour', '>=', hour - HOURS)
    .where('hour', '<=', hour)
    .executeTakeFirstOrThrow()
  return { mails: Number(mails ?? 0), asks: Number(asks ?? 0) }
}

export async function deleteOldMailHours(db: Database, now: number): Promise<void> {
  await db
    .deleteFrom('mail_hours')
    .where('hour', '<', Math.floor(now / HOUR_MS) - HOURS)
    .execute()
}
