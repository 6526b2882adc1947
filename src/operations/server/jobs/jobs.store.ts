import type { Selectable } from 'kysely'
import type { Database } from '#platform/database/database.ts'
import type { JobsTable } from '#migrations/schema.ts'

/** When a job ran last, in any process, and how that ended. */
export type StoredJob = Selectable<JobsTable>

export const findJob = (db: Database, name: string): Promise<StoredJob | undefined> =>
  db.selectFrom('jobs').selectAll().where('name', '=', name).executeTakeFirst()

type JobChange = Pick<StoredJob, 'started_at'> & Partial<Omit<StoredJob, 'name'>>

export async function noteJob(db: Database, name: string, change: JobChange): Promise<void> {
  await db
    .insertInto('jobs')
    .values({ name, succeeded_at: null, result: null, failed_at: null, problem: null, ...change })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(change))
    .execute()
}
