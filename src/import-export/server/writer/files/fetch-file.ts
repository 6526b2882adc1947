import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { UPLOAD_MAX_BYTES } from '#media/contract/media-limits.ts'
import { fetchAddress, type FetchedKind, type FetchOptions, type Problem } from './fetch-address.ts'

/** A file on the local disk, until `remove` is called. */
interface FetchedFile {
  readonly path: string
  readonly remove: () => Promise<void>
}

/** Fetches a picture or file of at most `maxBytes`. Returns a problem for any failure of the site, and does not throw. */
export type FetchFile = (address: string, kind: FetchedKind, maxBytes: number) => Promise<FetchedFile | Problem>

/** @param folder of an import, since the system's temporary folder may be in memory */
export const createFileFetcher =
  (folder: string, options: FetchOptions = {}): FetchFile =>
  async (address, kind, maxBytes) => {
    const place = await mkdtemp(join(folder, 'fetching-'))
    const remove = () => rm(place, { recursive: true, force: true })
    const path = join(place, 'file')
    const read = async (body: AsyncIterable<Buffer>) => {
      await pipeline(body, createWriteStream(path))
      return { path, remove }
    }
    const fetched = await fetchAddress(address, { ...options, kind, maxBytes, read })
    if ('problem' in fetched) await remove()
    return fetched
  }

/** Fetches one picture into memory. Returns a problem for any failure of the site, and does not throw. */
export const fetchPictureBytes = (address: string, options: FetchOptions = {}): Promise<{ readonly bytes: Uint8Array } | Problem> =>
  fetchAddress(address, {
    ...options,
    kind: 'picture',
    maxBytes: UPLOAD_MAX_BYTES.post,
    read: async (body) => ({ bytes: await buffer(body) }),
  })

/** Failures in a row after which a site is left alone for a while: "Go on" tries again later. */
const FAILURES_MAX = 3
const PAUSE_MS = 60_000

/** Bounds the time that a site costs which is down: downloads during a pause fail at once. */
export function withPauses(fetchFile: FetchFile, now: () => number = () => performance.now()): FetchFile {
  const sites = new Map<string, { failures: number; askedAt: number }>()
  return async (address, ...rest) => {
    const host = URL.canParse(address) ? new URL(address).host : ''
    const { failures = 0, askedAt = 0 } = sites.get(host) ?? {}
    if (failures >= FAILURES_MAX && now() < askedAt + PAUSE_MS)
      return { problem: 'unreachable', reason: 'its site could not be reached several times, so it was not asked again' }
    const fetched = await fetchFile(address, ...rest)
    const isDown = 'problem' in fetched && fetched.problem === 'unreachable'
    sites.set(host, { failures: isDown ? failures + 1 : 0, askedAt: now() })
    return fetched
  }
}
