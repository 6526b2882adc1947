import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { v7 as newId } from 'uuid'
import { createApp } from '#server/app.ts'
import { createAccount } from '#server/create-account.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { createLogger } from '#server/platform/logger.ts'
import { createFolderStore } from '#server/platform/storage/file-store.ts'
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
    const site = { name: 'K', mark: 'K', author: 'K', socialUrl: null, socialLabel: '' }
    const app = createApp({
      config: { publicUrl: 'http://127.0.0.1:3000', trustedProxies: 0, site },
      ...{ db, now: () => now, newId, pages: null, staticFiles: null },
      files: createFolderStore(folder),
      logger: createLogger('silent'),
    })
    const time = async (email: string): Promise<number> => {
      // Past every limit, which would answer at once.
      now += 2 * 3_600_000
      const body = JSON.stringify({ email, password: 'not this one' })
      const startedAt = performance.now()
      await app.request('/api/auth/signin', { method: 'POST', body, headers: { 'content-type': 'application/json' } })
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
