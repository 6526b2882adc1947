import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { v7 as newId } from 'uuid'
import { createAccount } from '#server/features/users/create-account.ts'
import type { ChangeFeed } from '#server/platform/cache/change-feed.ts'
import { sessionRoutes } from '#server/features/sessions/sessions.routes.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { median } from './load.ts'

const ROUNDS = 200
const EMAIL = 'somebody@example.org'

interface SignInTiming {
  readonly rounds: number
  readonly unknownMs: number
  readonly wrongMs: number
  /** Between the medians, as a part of the longer. */
  readonly difference: number
}

/** Whether an answer's time tells that an account exists: an unknown email and a wrong password in turn, in one run. */
export async function timeSignIn(): Promise<SignInTiming> {
  const folder = await mkdtemp(join(tmpdir(), 'kindred-timing-'))
  const db = await openDatabase(`sqlite:${join(folder, 'kindred.sqlite')}`)
  try {
    await migrate(db)
    await createAccount(
      db,
      { username: 'somebody', email: EMAIL, password: 'a password of some length', isAdmin: false },
      { now: Date.now, newId },
    )
    let now = Date.now()
    const { 'POST /api/auth/signin': signIn } = sessionRoutes({ db, now: () => now })
    const write: ChangeFeed['write'] = (work) => db.transaction().execute((trx) => work(trx, () => {}))
    const time = async (email: string): Promise<number> => {
      // Past every limit, which would answer at once.
      now += 2 * 3_600_000
      const call = { body: { email, password: 'not this one' }, address: '203.0.113.5', userAgent: '', write }
      const startedAt = performance.now()
      await signIn(call as Parameters<typeof signIn>[0]).then(
        () => Promise.reject(new Error('The wrong password was right.')),
        () => {},
      )
      return performance.now() - startedAt
    }
    const [unknown, wrong]: [number[], number[]] = [[], []]
    for (let round = 0; round < ROUNDS; round += 1) {
      // Whoever goes first in one round goes second in the next.
      if (round % 2 === 0) unknown.push(await time('nobody.here@example.org'))
      wrong.push(await time(EMAIL))
      if (round % 2 === 1) unknown.push(await time('nobody.here@example.org'))
    }
    const [unknownMs, wrongMs] = [median(unknown), median(wrong)]
    return { rounds: ROUNDS, unknownMs, wrongMs, difference: Math.abs(unknownMs - wrongMs) / Math.max(unknownMs, wrongMs) }
  } finally {
    await db.destroy()
    await rm(folder, { recursive: true, force: true })
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.stdout.write(`${JSON.stringify(await timeSignIn())}\n`)
