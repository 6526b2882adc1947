import { sql } from 'kysely'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Database, DatabaseTransaction } from './database.ts'

export type Work<T> = (trx: DatabaseTransaction) => Promise<T>

/** Runs a transaction that may share its commit with others. It has happened, whole, when this resolves. */
export type Commit = <T>(work: Work<T>) => Promise<T>

/** One more would make the first of them wait longer than its own commit takes. */
const GROUP_MAX = 32

interface Member {
  readonly run: (trx: DatabaseTransaction) => Promise<void>
  /** What has been done is on the disk. */
  readonly settle: () => void
  /** Nothing has been done: by its own fault where it had one, or else for this reason. */
  readonly fail: (reason: unknown) => void
}

/**
 * Waiting for the disk is most of what a write to SQLite costs, and writers take turns anyway: those that come in the same
 * turn of the event loop are written one after another in one transaction, with one `fsync`, and answered after it. One
 * that fails takes back only what it did itself.
 */
export function createGroupCommit(db: Database): Commit {
  const waiting: Member[] = []
  let isRunning = false

  const runAll = async (): Promise<void> => {
    isRunning = true
    while (waiting.length > 0) {
      // Requests that have come together are all read by then.
      await nextTurn()
      await runGroup(db, waiting.splice(0, GROUP_MAX))
    }
    isRunning = false
  }

  return (work) => {
    const { member, done } = toMember(work)
    waiting.push(member)
    if (!isRunning) void runAll()
    return done
  }
}

/** Never throws. */
async function runGroup(db: Database, group: readonly Member[]): Promise<void> {
  try {
    await db.transaction().execute(async (trx) => {
      for (const { run } of group) await (group.length === 1 ? run(trx) : runApart(run, trx))
    })
    for (const { settle } of group) settle()
  } catch (error) {
    for (const { fail } of group) fail(error)
  }
}

/** @throws when the whole transaction is gone: a disk that is full ends it in the middle */
async function runApart(run: Member['run'], trx: DatabaseTransaction): Promise<void> {
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

function toMember<T>(work: Work<T>): { member: Member; done: Promise<T> } {
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  let result: { readonly value: T } | undefined
  let fault: { readonly error: unknown } | undefined
  const member: Member = {
    async run(trx) {
      try {
        result = { value: await work(trx) }
      } catch (error) {
        fault = { error }
        throw error
      }
    },
    settle: () => (result ? resolve(result.value) : reject(fault?.error)),
    fail: (reason) => reject(fault ? fault.error : reason),
  }
  return { member, done: promise }
}
