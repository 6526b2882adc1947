import { createWriteStream } from 'node:fs'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { DAY_MS } from '#contract/limits.ts'
import { fetchAddress, type FetchOptions, type Problem, Refusal, TooSlow, TRIES } from '#server/imports/open-address.ts'

/** A file on the disk of this machine, until `remove` is called. */
export interface DownloadedFile {
  readonly path: string
  readonly remove: () => Promise<void>
}

/** Gets a file of at most so many bytes from another site. Never throws for what is there, or not there. */
export type DownloadFile = (address: string, tries: number | undefined, maxBytes: number) => Promise<DownloadedFile | Problem>

/** Until the file begins to come, and then without a byte. */
const SILENCE_MS = 30_000
/** A large file may take long, but a site that sends a byte now and then would hold up the import. */
const SLOWEST_BYTES_PER_MS = 16
const SLOW_START_MS = 60_000

const PREFIX = '.kindred-fetching-'

/** @param folder on a disk, not in memory, as a machine's folder for temporary files may be: the data folder */
export function createFileDownloader({ folder, ...options }: FetchOptions & { readonly folder: string }): DownloadFile {
  let cleaning: Promise<void> | undefined
  return async (address, tries = TRIES, maxBytes) => {
    await (cleaning ??= removeLeft(folder))
    const place = await mkdtemp(join(folder, PREFIX))
    const remove = () => rm(place, { recursive: true, force: true })
    const path = join(place, 'file')
    const fetched = await fetchAddress(address, {
      ...options,
      tries,
      accept: '*/*',
      timeoutMs: SILENCE_MS,
      take: async (response, begun) => {
        begun()
        await writeAll(response, path, maxBytes)
        return { path, remove }
      },
    })
    if ('problem' in fetched) await remove()
    return fetched
  }
}

/** @throws Refusal, TooSlow, or what the connection or the disk says */
async function writeAll(response: IncomingMessage, path: string, maxBytes: number): Promise<void> {
  if (Number(response.headers['content-length'] ?? 0) > maxBytes) {
    response.destroy()
    throw tooLarge(maxBytes)
  }
  const startedAt = performance.now()
  response.setTimeout(SILENCE_MS, () => response.destroy(new TooSlow()))
  async function* judged() {
    let length = 0
    for await (const chunk of response as AsyncIterable<Buffer>) {
      length += chunk.byteLength
      if (length > maxBytes) throw tooLarge(maxBytes)
      const timeMs = performance.now() - startedAt - SLOW_START_MS
      if (length < timeMs * SLOWEST_BYTES_PER_MS) throw new TooSlow()
      yield chunk
    }
  }
  await pipeline(judged, createWriteStream(path))
}

/** For the report. */
export const tooLarge = (maxBytes: number): Refusal => new Refusal(`the file is larger than ${maxBytes / 1024 / 1024} MB`)

/** What a killed import has left. */
async function removeLeft(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.startsWith(PREFIX)) continue
    const { mtimeMs } = await stat(join(folder, name)).catch(() => ({ mtimeMs: Date.now() }))
    if (mtimeMs < Date.now() - DAY_MS) await rm(join(folder, name), { recursive: true, force: true })
  }
}
