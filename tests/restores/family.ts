import { randomBytes } from 'node:crypto'
import { mkdir, stat, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { checkBackup, type ChosenBackup, getRestore, startRestore } from '#operations/contract/restore.endpoints.ts'
import { type Database, openDatabase } from '#platform/database/database.ts'
import { type BlogProcess, startBlogProcess } from '#tests/support/blog/blog-process.ts'
import { type Caller, callAs } from '#tests/support/blog/call-as.ts'
import { account } from '#tests/support/accounts.ts'
import { sendOverBadLine } from '#tests/support/media/send-over-bad-line.ts'

export const OWNER = account('owner')
export const SETTINGS = { ADMIN_EMAIL: OWNER.email, ADMIN_PASSWORD: OWNER.password, LOG_LEVEL: 'warn' }

/** A blog in a data folder, on SQLite unless a URL is given. */
export interface Place {
  readonly dataDir: string
  readonly databaseUrl: string | null
}

export const startAt = ({ dataDir, databaseUrl }: Place): Promise<BlogProcess> =>
  whileConnecting(() =>
    startBlogProcess({ ...SETTINGS, DATA_DIR: dataDir, ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }) }),
  )

export const urlOf = ({ dataDir, databaseUrl }: Place): string => databaseUrl ?? `sqlite:${join(dataDir, 'kindred.sqlite')}`

/** The work may run more than once. */
export const withDatabase = <T>(place: Place, work: (db: Database) => Promise<T>): Promise<T> =>
  whileConnecting(async () => {
    const db = await openDatabase(urlOf(place))
    return work(db).finally(() => db.destroy())
  })

const TRIES = 10

/**
 * Does it again when a connection to PostgreSQL was not made within its five seconds, as a service manager starts a blog
 * again: on a busy machine that happens while the server ends the transactions of a killed blog.
 */
async function whileConnecting<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work()
    } catch (error) {
      if (
        tries === TRIES ||
        !/timeout exceeded when trying to connect|[Cc]onnection terminated|ECONNRE|cannot reach its data/.test(String(error))
      )
        throw error
      await pause(1000)
    }
  }
}

/** Stores files of random bytes, as documents of a blog. */
export async function addFiles(place: Place, { count, bytes }: { count: number; bytes: number }): Promise<void> {
  await withDatabase(place, async (db) => {
    for (let index = 0; index < count; index += 1) {
      const folder = randomBytes(12).toString('base64url')
      const name = `1-paper${index}.pdf`
      await mkdir(join(place.dataDir, 'files', folder), { recursive: true })
      await writeFile(join(place.dataDir, 'files', folder, name), randomBytes(bytes))
      const row = {
        folder,
        user_id: null,
        kind: 'file',
        address: `/files/${folder}/${name}`,
        bytes,
        created_at: 1,
        unused_since: null,
      } as const
      await db.insertInto('pictures').values(row).execute()
    }
  })
}

const cookieOf = ({ storageState }: Caller) => storageState.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')

/** Sends a backup, and has it read. @throws with the message of the blog if it is refused */
export async function sendBackup(blog: Pick<BlogProcess, 'url'>, caller: Caller, path: string): Promise<ChosenBackup> {
  const { size } = await stat(path)
  const address = await sendOverBadLine(blog.url, cookieOf(caller), { kind: 'backup', name: basename(path), path, size })
  return { id: address.slice(address.lastIndexOf('/') + 1), passphrase: '', keyFile: '' }
}

/** @throws with the message of the blog if the backup is refused */
export async function check({ api }: Caller, chosen: ChosenBackup): Promise<void> {
  await api(checkBackup, { body: chosen })
  for (;;) {
    const { running, failure } = await api(getRestore)
    if (failure !== null) throw new Error(failure)
    if (running === null) return
    await pause(200)
  }
}

/** Puts a backup in place. @returns milliseconds until everybody is signed out */
export async function restoreChecked({ url }: BlogProcess, caller: Caller, chosen: ChosenBackup): Promise<number> {
  const begun = performance.now()
  await caller.api(startRestore, { body: chosen })
  while ((await fetch(`${url}/api/restore`, { headers: { cookie: cookieOf(caller) } })).status !== 401) await pause(50)
  return performance.now() - begun
}

export const signIn = (blog: BlogProcess): Promise<Caller> => whileConnecting(() => callAs(blog.url, OWNER))
