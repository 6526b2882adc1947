import { hashPassword } from '#accounts/server/passwords.ts'
import { sqliteUrl, withDatabase } from './accounts.ts'
import { postJson, startBlog } from './blog.ts'
import type { BenchContext } from './context.ts'
import { printTable } from './print.ts'
import { alternate, describeRounds, RATIO_HEADS } from './rounds.ts'

/** Less than the number of readers. */
const ATTEMPTS_MAX = 200
const PASSWORD = 'a password of some length'

/** Checks that the duration of a refused sign-in does not reveal whether an account exists: wrong password against unknown email. */
export async function benchSignIn({ dataDir, blog: { readerIds }, effort }: BenchContext): Promise<void> {
  await withDatabase(sqliteUrl(dataDir), async (db) => {
    await db
      .updateTable('users')
      .set({ password_hash: await hashPassword(PASSWORD) })
      .where('id', 'in', readerIds)
      .execute()
  })
  const blog = await startBlog(dataDir)
  // Failures are limited by account and by address, so each attempt uses another account and address.
  let attempt = 0
  const refused = async (email: string) => {
    const startedAt = performance.now()
    await (await postJson(`${blog.url}/api/auth/signin`, { email, password: 'a wrong password' }, { expected: 401 })).text()
    return performance.now() - startedAt
  }
  const attempts = Math.min(ATTEMPTS_MAX, Math.ceil(effort.requests / 5))
  try {
    const rounds = await alternate(
      attempts,
      () => refused(`reader${(attempt += 1)}@example.org`),
      () => refused(`nobody${attempt}@example.org`),
    )
    printTable(RATIO_HEADS.with(1, 'wrong password').with(2, 'unknown email'), [
      describeRounds({ name: `sign-in refused, ms, ${attempts} attempts`, bar: 'no difference' }, rounds),
    ])
  } finally {
    await blog.stop()
  }
}
