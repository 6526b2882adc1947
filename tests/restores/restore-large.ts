import { readdir, rm, mkdtemp, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startFaultyProxy } from '#tests/support/blog/faulty-proxy.ts'
import { watchMemory } from '#tests/support/media/watch-memory.ts'
import { addFiles, check, restoreChecked, sendBackup, signIn, startAt } from './family.ts'

interface LargeOptions {
  readonly megabytes: number
  readonly print: (line: string) => void
}

const MEGABYTE = 1024 * 1024
const DROP_EVERY_BYTES = 40 * MEGABYTE
/** For the server and, apart from it, the process that restores. */
const MEMORY_MAX_MB = 400

/** Sends a large backup over a line that drops, and restores it into a new blog. @returns the number of problems */
export async function restoreLarge({ megabytes, print }: LargeOptions): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'kindred-large-restore-'))
  try {
    const path = await makeLargeBackup(folder, megabytes)
    const { size } = await stat(path)
    const blog = await startAt({ dataDir: join(folder, 'new'), databaseUrl: null })
    const memory = watchMemory(blog.pid)
    const caller = await signIn(blog)
    const { port, drops, dropAfter, close } = await startFaultyProxy({ host: '127.0.0.1', port: Number(new URL(blog.url).port) })
    dropAfter(...Array.from({ length: Math.floor(size / DROP_EVERY_BYTES) }, () => DROP_EVERY_BYTES))
    const begun = performance.now()
    const chosen = await sendBackup({ url: `http://127.0.0.1:${port}` }, caller, path)
    const sent = performance.now()
    await close()
    await check(caller, chosen)
    const checked = performance.now()
    const ms = await restoreChecked(blog, caller, chosen)
    const most = memory()
    const files = (await readdir(join(folder, 'new', 'files'))).length
    await blog.stop()
    const seconds = (from: number, to: number) => `${((to - from) / 1000).toFixed(0)} s`
    print(`large: ${(size / MEGABYTE).toFixed(0)} MB sent in ${seconds(begun, sent)} over a line that dropped ${drops()} times,`)
    print(`  read in ${seconds(sent, checked)}, in its place after ${seconds(0, ms)}; ${files} files`)
    print(`  memory at most ${most.server} MB for the server, ${most.child} MB for the process that restores`)
    const problems = [
      files === megabytes / 8 ? null : 'files are missing',
      most.server <= MEMORY_MAX_MB && most.child <= MEMORY_MAX_MB ? null : `more than ${MEMORY_MAX_MB} MB`,
    ].filter((problem) => problem !== null)
    for (const problem of problems) print(`  ${problem}`)
    return problems.length
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function makeLargeBackup(folder: string, megabytes: number): Promise<string> {
  const place = { dataDir: join(folder, 'old'), databaseUrl: null }
  const blog = await startAt(place)
  await addFiles(place, { count: megabytes / 8, bytes: 8 * MEGABYTE })
  const path = join(folder, 'large.tar')
  await blog.command('backup', path)
  await blog.stop()
  await rm(place.dataDir, { recursive: true })
  return path
}
