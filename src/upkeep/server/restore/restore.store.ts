import { z } from 'zod'
import { type CheckedBackup, checkedBackup, type ChosenBackup, chosenBackup, RESTORE_PHASES } from '#upkeep/contract/restore.endpoints.ts'
import type { Database } from '#platform/database/database.ts'

/** Name in the table `jobs`, which a restore leaves alone. */
const JOB = 'restore'

const result = z.object({
  phase: z.enum(RESTORE_PHASES),
  chosen: chosenBackup.nullable(),
  backup: checkedBackup.nullable(),
  /** Name of the prepared file in the data folder of the machine that checked it; null for a backup that is read where it is. */
  file: z.string().nullable(),
})

export interface StoredRestore extends z.output<typeof result> {
  /** When the phase began, in milliseconds since 1970; null before the first. */
  readonly since: number | null
  readonly failure: string | null
}

const NOTHING: StoredRestore = { phase: 'none', chosen: null, backup: null, file: null, since: null, failure: null }

export async function readRestore(db: Database): Promise<StoredRestore> {
  const row = await db.selectFrom('jobs').selectAll().where('name', '=', JOB).executeTakeFirst()
  const stored = row?.result ? result.safeParse(JSON.parse(row.result)) : undefined
  return stored?.success ? { ...stored.data, since: row?.started_at ?? null, failure: row?.problem ?? null } : NOTHING
}

interface Change {
  readonly phase: StoredRestore['phase']
  readonly chosen: ChosenBackup | null
  readonly backup?: CheckedBackup | null
  readonly file?: string | null
  readonly failure?: string | null
  readonly now: number
}

export async function noteRestore(db: Database, { phase, chosen, backup = null, file = null, failure = null, now }: Change): Promise<void> {
  const row = {
    started_at: now,
    succeeded_at: phase === 'restored' ? now : null,
    failed_at: failure === null ? null : now,
    result: JSON.stringify({ phase, chosen, backup, file }),
    problem: failure,
  }
  await db
    .insertInto('jobs')
    .values({ name: JOB, ...row })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
    .execute()
}

/** Changes nothing if the phase has ended since it was read. */
export async function noteStopped(db: Database, { since, phase, chosen }: StoredRestore, now: number): Promise<void> {
  const row = {
    started_at: now,
    failed_at: now,
    problem: phase === 'restoring' ? STOPPED_RESTORE : STOPPED_CHECK,
    result: JSON.stringify({ phase: 'none', chosen, backup: null, file: null }),
  }
  await db.updateTable('jobs').set(row).where('name', '=', JOB).where('started_at', '=', since).execute()
}

const STOPPED_CHECK = 'The blog was stopped while the backup was read. Please choose it again.'
const STOPPED_RESTORE = 'The blog was stopped before the backup was in its place. The blog is as it was.'

/** The lock of a process that reads or restores a backup. */
export const RESTORE_LOCK = 'restore'
