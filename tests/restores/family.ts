import { randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { checkBackup, getRestore, startRestore } from '#upkeep/contract/restore.endpoints.ts'
import { type Database, openDatabase } from '#platform/database/database.ts'
import { type BlogProcess, startBlogProcess } from '#tests/support/blog-process.ts'
import { type Caller, callAs } from '#tests/support/call-as.ts'
import { account } from '#tests/support/accounts.ts'

export const OWNER = account('owner')
export const SETTINGS = { ADMIN_EMAIL: OWNER.email, ADMIN_PASSWORD: OWNER.password, LOG_LEVEL: 'warn' }

/** A blog in a data folder, on SQLite unless a URL is given. */
export interface Place {
  readonly dataDir: string
  readonly databaseUrl: string | null
}

export const startAt = ({ dataDir, databaseUrl }: Place): Promise<BlogProcess> =>
  startBlogProcess({ ...SETTINGS, DATA_DIR: dataDir, ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }) })

export async function withDatabase<T>({ dataDir, databaseUrl }: Place, work: (db: Database) => Promise<T>): Promise<T> {
  const db = await openDatabase(databaseUrl ?? `sqlite:${join(dataDir, 'kindred.sqlite')}`)
  return work(db).finally(() => db.destroy())
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

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** @throws with the message of the blog if the backup is refused */
export async function untilChecked({ api }: Caller): Promise<void> {
  for (;;) {
    const { phase, failure } = await api(getRestore)
    if (phase === 'checked') return
    if (phase === 'none') throw new Error(failure ?? 'nothing was chosen')
    await pause(200)
  }
}

/** Waits until the blog serves again. @returns milliseconds */
export async function restoreChecked({ url }: BlogProcess, { api }: Caller): Promise<number> {
  const begun = performance.now()
  await api(startRestore)
  while ((await fetch(`${url}/api/post/getposts`)).status === 503) await pause(50)
  return performance.now() - begun
}

/** Chooses the only backup on the machine that was not made before a restore. */
export async function chooseKept(blog: BlogProcess, id: string): Promise<Caller> {
  const caller = await callAs(blog.url, OWNER)
  await caller.api(checkBackup, { body: { source: 'here', id } })
  await untilChecked(caller)
  return caller
}
