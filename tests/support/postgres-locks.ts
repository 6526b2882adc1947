import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Database } from '#platform/database/database.ts'

/** Resolves once a transaction of this PostgreSQL database waits for another one's lock. */
export async function waitForBlockedTransaction(db: Database): Promise<void> {
  const countBlocked = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
    return rows[0]?.count
  }
  await expect.poll(countBlocked, { interval: 5 }).toBeGreaterThan(0)
}
