import { createWriteStream } from 'node:fs'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { DAY_MS } from '#platform/contract/limits.ts'
import { fetchAddress, type FetchOptions, type Problem, Refusal, TooSlow, TRIES } from './fetch-address.ts'

/** A file on the local disk, until `remove` is called. */
export interface DownloadedFile {
  readonly path: string
  readonly remove: () => Promise<void>
}

/** Downloads a file of at most `maxBytes`. Returns a problem for any failure of the site, and does not throw. */
export type DownloadFile = (address: string, tries: number | undefined, maxBytes: number) => Promise<DownloadedFile | Problem>

/** Maximum time until the response begins, and then between two chunks. */
const SILENCE_MS = 30_000
/** Minimum average speed, after `SLOW_START_MS`: a trickling site would hold up the import. */
const SLOWEST_BYTES_PER_MS = 16
const SLOW_START_MS = 60_000

const PREFIX = '.kindred-fetching-'

/** @param folder the data folder, since the system's temporary folder may be in memory */
export function createFileDownloader({ folder, ...options }: FetchOptions & { readonly folder: string }): DownloadFile {
  let cleaning: Promise<void> | undefined
  return async (address, tries = TRIES, maxBytes) => {
    await (cleaning ??= removeLeftovers(folder))
    const place = await mkdtemp(join(folder, PREFIX))
    const remove = () => rm(place, { recursive: true, force: true })
    const path = join(place, 'file')
    const fetched = await fetchAddress(address, {
      ...options,
      tries,
      accept: '*/*',
      timeoutMs: SILENCE_MS,
      readBody: async (response, endTimeout) => {
        endTimeout()
        await writeAll(response, path, maxBytes)
        return { path, remove }
      },
    })
    if ('problem' in fetched) await remove()
    return fetched
  }
}

/** @throws Refusal, TooSlow, or an error of the connection or the disk */
async function writeAll(response: IncomingMessage, path: string, maxBytes: number): Promise<void> {
  if (Number(response.headers['content-length'] ?? 0) > maxBytes) {
    response.destroy()
    throw tooLarge(maxBytes)
  }
  const startedAt = performance.now()
  response.setTimeout(SILENCE_MS, () => response.destroy(new TooSlow()))
  async function* checkedChunks() {
    let length = 0
    for await (const chunk of response as AsyncIterable<Buffer>) {
      length += chunk.byteLength
      if (length > maxBytes) throw tooLarge(maxBytes)
      const timeMs = performance.now() - startedAt - SLOW_START_MS
      if (length < timeMs * SLOWEST_BYTES_PER_MS) throw new TooSlow()
      yield chunk
    }
  }
  await pipeline(checkedChunks, createWriteStream(path))
}

export const tooLarge = (maxBytes: number): Refusal => new Refusal(`the file is larger than ${maxBytes / 1024 / 1024} MB`)

/** Deletes files of killed imports that are older than a day. */
async function removeLeftovers(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.startsWith(PREFIX)) continue
    const { mtimeMs } = await stat(join(folder, name)).catch(() => ({ mtimeMs: Date.now() }))
    if (mtimeMs < Date.now() - DAY_MS) await rm(join(folder, name), { recursive: true, force: true })
  }
}
