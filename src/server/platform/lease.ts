import type { Database } from './database/database.ts'

/**
 * A lease lets one process at a time do something, of all on all machines: it lies in the database, and ends by itself
 * when its holder dies. The machines' clocks may differ by less than its time.
 */
export interface Lease {
  readonly name: string
  /** Random for each time it is taken. */
  readonly holder: string
}

interface LeaseTerm extends Lease {
  readonly now: number
  readonly forMs: number
}

/** Takes it where it is free, or ended. @returns whether it is the holder's now */
export async function takeLease(db: Database, { name, holder, now, forMs }: LeaseTerm): Promise<boolean> {
  const taken = await db
    .insertInto('leases')
    .values({ name, holder, ends_at: now + forMs, wanted: 0 })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({ holder, ends_at: now + forMs, wanted: 0 })
        .where('leases.ends_at', '<=', now),
    )
    .returning('name')
    .executeTakeFirst()
  return taken !== undefined
}

/** @returns false when it is no longer the holder's */
export async function renewLease(db: Database, { name, holder, now, forMs }: LeaseTerm): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('leases')
    .set({ ends_at: now + forMs })
    .where('name', '=', name)
    .where('holder', '=', holder)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Tells whoever holds it that somebody waits. */
export async function askForLease(db: Database, name: string): Promise<void> {
  await db.updateTable('leases').set({ wanted: 1 }).where('name', '=', name).where('wanted', '=', 0).execute()
}

/** 'wanted' while it is the holder's and somebody waits for it. */
export async function lookAtLease(db: Database, { name, holder }: Lease): Promise<'held' | 'wanted' | 'lost'> {
  const row = await db.selectFrom('leases').select('wanted').where('name', '=', name).where('holder', '=', holder).executeTakeFirst()
  if (!row) return 'lost'
  return row.wanted === 1 ? 'wanted' : 'held'
}

export async function giveBackLease(db: Database, { name, holder }: Lease): Promise<void> {
  await db.deleteFrom('leases').where('name', '=', name).where('holder', '=', holder).execute()
}

export async function deleteEndedLeases(db: Database, now: number): Promise<void> {
  await db.deleteFrom('leases').where('ends_at', '<=', now).execute()
}
