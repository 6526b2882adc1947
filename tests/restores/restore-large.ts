import { readdir, readFile, rm, mkdtemp, open, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { checkBackup } from '#upkeep/contract/restore.endpoints.ts'
import { callAs } from '#tests/support/call-as.ts'
import { startFaultyProxy } from '#tests/support/faulty-proxy.ts'
import { metadataOf } from '#tests/support/tus.ts'
import { addFiles, OWNER, restoreChecked, startAt, untilChecked } from './family.ts'

interface LargeOptions {
  readonly megabytes: number
  readonly print: (line: string) => void
}

const MEGABYTE = 1024 * 1024
const DROP_EVERY_BYTES = 40 * MEGABYTE
const PART_BYTES = 16 * MEGABYTE
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
    const caller = await callAs(blog.url, OWNER)
    const cookie = caller.storageState.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
    const { port, drops, dropAfter, close } = await startFaultyProxy({ host: '127.0.0.1', port: Number(new URL(blog.url).port) })
    dropAfter(...Array.from({ length: Math.floor(size / DROP_EVERY_BYTES) }, () => DROP_EVERY_BYTES))
    const begun = performance.now()
    const id = await send({ url: `http://127.0.0.1:${port}`, cookie, path, size })
    const sent = performance.now()
    await close()
    await caller.api(checkBackup, { body: { source: 'upload', id, name: 'large.tar' } })
    await untilChecked(caller)
    const checked = performance.now()
    const ms = await restoreChecked(blog, caller)
    const most = memory()
    const files = (await readdir(join(folder, 'new', 'files'))).length
    await blog.stop()
    const seconds = (from: number, to: number) => `${((to - from) / 1000).toFixed(0)} s`
    print(`large: ${(size / MEGABYTE).toFixed(0)} MB sent in ${seconds(begun, sent)} over a line that dropped ${drops()} times,`)
    print(`  read in ${seconds(sent, checked)}, in its place after ${seconds(0, ms)}; ${files} files`)
    print(`  memory at most ${most.server} MB for the server, ${most.children} MB for the process that restores`)
    const problems = [
      files === megabytes / 8 ? null : 'files are missing',
      most.server <= MEMORY_MAX_MB && most.children <= MEMORY_MAX_MB ? null : `more than ${MEMORY_MAX_MB} MB`,
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

interface Sending {
  readonly url: string
  readonly cookie: string
  readonly path: string
  readonly size: number
}

/** As tus clients do: after each lost connection it asks how much has arrived. */
async function send({ url, cookie, path, size }: Sending): Promise<string> {
  const headers = { cookie, 'Tus-Resumable': '1.0.0' }
  const metadata = metadataOf({ kind: 'backup', filename: 'large.tar' })
  const created = await fetch(`${url}/files`, {
    method: 'POST',
    headers: { ...headers, 'Upload-Length': String(size), 'Upload-Metadata': metadata },
  })
  if (created.status !== 201) throw new Error(`the upload was refused: ${await created.text()}`)
  const address = url + (created.headers.get('location') ?? '')
  const file = await open(path)
  try {
    for (let offset = 0; offset < size; offset = await offsetOf(address, headers)) {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(PART_BYTES), 0, PART_BYTES, offset)
      const more = { 'Content-Type': 'application/offset+octet-stream', 'Upload-Offset': String(offset) }
      await fetch(address, { method: 'PATCH', headers: { ...headers, ...more }, body: buffer.subarray(0, bytesRead) }).catch(() => {})
    }
  } finally {
    await file.close()
  }
  return address.slice(address.lastIndexOf('/') + 1)
}

async function offsetOf(address: string, headers: Record<string, string>): Promise<number> {
  for (;;) {
    const response = await fetch(address, { method: 'HEAD', headers }).catch(() => null)
    if (response?.ok) return Number(response.headers.get('upload-offset'))
    await sleep(100)
  }
}

/** Reads the peaks of a process and of its children twice a second. @returns them, in megabytes */
function watchMemory(pid: number): () => { server: number; children: number } {
  let server = 0
  let children = 0
  const peakOf = async (id: string) =>
    Number(/VmHWM:\s+(\d+)/.exec(await readFile(`/proc/${id}/status`, 'utf8').catch(() => ''))?.[1] ?? 0) / 1024
  const read = async () => {
    server = Math.max(server, await peakOf(String(pid)))
    const ids = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')).split(' ').filter((id) => id !== '')
    for (const id of ids) children = Math.max(children, await peakOf(id))
  }
  const timer = setInterval(() => void read(), 500)
  return () => {
    clearInterval(timer)
    return { server: Math.round(server), children: Math.round(children) }
  }
}
