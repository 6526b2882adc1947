import { sql } from 'kysely'
import { setImmediate as nextTick } from 'node:timers/promises'
import pLimit from 'p-limit'
import type { Database, DatabaseTransaction } from './database.ts'

type Work<T> = (trx: DatabaseTransaction) => Promise<T>

/** Runs a transaction that may share its commit with others. It is committed when this resolves. */
export type Commit = <T>(work: Work<T>) => Promise<T>

/** Bounds the latency of the first writer in a group. */
const GROUP_MAX = 32

interface Member {
  readonly run: (trx: DatabaseTransaction) => Promise<void>
  /** Call after the commit, or with the error that prevented it. */
  readonly settle: (lost?: { readonly error: unknown }) => void
}

/**
 * SQLite has one writer at a time, and most of a write is its `fsync`. Writes that arrive in the same tick of the event
 * loop run one after another in one transaction, each behind a savepoint: one that fails undoes only its own changes.
 */
export function createGroupCommit(db: Database): Commit {
  const pending: Member[] = []
  const queue = pLimit(1)
  const commitNext = async () => {
    // On the next tick, all requests that arrived together are in `pending`.
    await nextTick()
    await commitGroup(db, pending.splice(0, GROUP_MAX))
  }
  return (work) =>
    new Promise((resolve, reject) => {
      pending.push(createMember(work, { resolve, reject }))
      void queue(commitNext)
    })
}

async function commitGroup(db: Database, group: readonly Member[]): Promise<void> {
  if (group.length === 0) return
  try {
    await db.transaction().execute(async (trx) => {
      for (const { run } of group) await (group.length === 1 ? run(trx) : runBehindSavepoint(run, trx))
    })
    for (const { settle } of group) settle()
  } catch (error) {
    for (const { settle } of group) settle({ error })
  }
}

/** @throws when SQLite has rolled back the whole transaction, for instance because the disk is full */
async function runBehindSavepoint(run: Member['run'], trx: DatabaseTransaction): Promise<void> {
  await sql`savepoint member`.execute(trx)
  try {
    await run(trx)
  } catch (error) {
    await sql`rollback to member`.execute(trx).catch(() => {
      throw error
    })
  }
  await sql`release member`.execute(trx)
}

type Settle<T> = Pick<PromiseWithResolvers<T>, 'resolve' | 'reject'>

function createMember<T>(work: Work<T>, { resolve, reject }: Settle<T>): Member {
  let settle: Member['settle'] = (lost) => reject(lost?.error)
  return {
    async run(trx) {
      try {
        const value = await work(trx)
        settle = (lost) => (lost ? reject(lost.error) : resolve(value))
      } catch (error) {
        settle = () => reject(error)
        throw error
      }
    },
    settle: (lost) => settle(lost),
  }
}
