import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { type FileParts, type PictureParts, requireFileEnding, storeImportedFile, storePicture } from '#media/server/index.ts'
import type { ImportReport } from '#import-export/server/record/report.ts'
import { isOfSite } from '#import-export/server/readers/site-folder.ts'
import { folderOf, type ImportedItems, pictureExists } from '#import-export/server/writer/imported-items.store.ts'
import { AppError } from '#platform/contract/errors.ts'
import type { Database } from '#platform/database/database.ts'
import { recordFileAddress } from '#posts/server/index.ts'
import { tooLarge } from './fetch-address.ts'
import type { FetchFile } from './fetch-file.ts'
import type { FindLocal } from './local-folder.ts'
import { nameOf, pathOf } from './media-names.ts'
import { type PictureVersions, versionsOf } from './picture-versions.ts'

export type Imported = { readonly url: string } | { readonly reason: string }

/** Takes a picture or file over. */
export interface Importer {
  /**
   * @param address as written in the source
   * @param userId owner
   * @throws AppError for errors that end the import
   */
  readonly import: (address: string, userId: string) => Promise<Imported>
}

export interface MediaParts extends PictureParts {
  readonly workers: PictureParts['workers'] & FileParts['workers']
}

export interface MediaSource {
  readonly kind: 'picture' | 'file'
  readonly parts: MediaParts
  readonly importedItems: ImportedItems
  readonly report: ImportReport
  /** Base of relative addresses. */
  readonly site: string | null
  /** Whether the source lists this address as a full-size picture. */
  readonly isFullSize: (address: string) => boolean
  readonly findLocal: FindLocal | null
  /** Null if nothing is fetched. */
  readonly fetchFile: FetchFile | null
  readonly maxBytes: number
}

type Addressing = Pick<MediaSource, 'kind' | 'site' | 'isFullSize'>

function versionsAt(address: string, { kind, site, isFullSize }: Addressing): PictureVersions {
  const whole = site !== null && URL.canParse(address, site) ? new URL(address, site).href : address
  if (kind === 'picture') return versionsOf(whole, isFullSize)
  const key = whole.replace(/#.*$/, '')
  return { key, addresses: [key], toFetch: [key] }
}

/** Address on the old blog, the same for each place that names it and for all sizes of a picture. */
export const keyOf = (address: string, source: Addressing): string =>
  address.startsWith('data:') ? address : versionsAt(address, source).key

/** Imports pictures, or documents, audio and video, from a folder or their site into the storage, each once. */
export function openImporter(source: MediaSource): Importer {
  const { kind, parts, importedItems, report, site } = source
  const running = new Map<string, Promise<Imported>>()

  /** Concurrent calls for one picture share the work. */
  function once(key: string, work: () => Promise<Imported>): Promise<Imported> {
    const started = running.get(key) ?? takeOnce(key, work).finally(() => running.delete(key))
    running.set(key, started)
    return started
  }

  async function takeOnce(key: string, work: () => Promise<Imported>): Promise<Imported> {
    const here = await importedItems.find(parts.db, kind, key)
    if (here !== undefined && (await pictureExists(parts.db, here.target))) return { url: here.target }
    const imported = await orReason(work)
    if ('url' in imported) await importedItems.save(parts.db, { kind, sourceId: key, target: imported.url })
    return imported
  }

  async function take(address: string, userId: string): Promise<Imported> {
    if (address.startsWith('/files/') && (await pictureExists(parts.db, address))) return { url: address }
    if (!address.startsWith('data:')) {
      const versions = versionsAt(address, source)
      return once(versions.key, async () => (await takeLocal(versions, userId)) ?? takeFromSite(source, versions, userId))
    }
    const bytes = readDataAddress(address)
    if (bytes === null) return { reason: 'it stands in the text in a form that cannot be read' }
    return takeBytes(bytes, 'picture', userId)
  }

  /** An archive has one picture in the folder of each post that shows it. */
  const takeBytes = (bytes: Uint8Array, address: string, userId: string): Promise<Imported> =>
    once(`sha256:${createHash('sha256').update(bytes).digest('hex')}`, () => store(source, { address, userId, from: { bytes } }))

  /** @returns null if the folder has none of its versions */
  async function takeLocal({ key, addresses }: PictureVersions, userId: string): Promise<Imported | null> {
    const { findLocal, maxBytes } = source
    if (kind === 'file') requireFileEnding(nameOf(key), { isImported: true })
    for (const address of findLocal === null ? [] : addresses) {
      const from = await findLocal?.(pathOf(address))
      if (!from) continue
      if (from.size > maxBytes) return { reason: tooLarge(kind, maxBytes) }
      return kind === 'file' ? store(source, { address, userId, from }) : takeBytes(await readFile(from.path), address, userId)
    }
    return null
  }

  return {
    async import(address, userId) {
      if (address.startsWith('/drawings/')) return { url: address }
      const imported = await take(address, userId)
      if ('reason' in imported) return imported
      const key = keyOf(address, source)
      report.countOnce(`${kind}s`, key)
      for (const each of new Set([address, key])) await recordAddress(parts.db, { address: each, site, url: imported.url })
      return imported
    },
  }
}

async function takeFromSite(source: MediaSource, { key, toFetch }: PictureVersions, userId: string): Promise<Imported> {
  const { kind, fetchFile, maxBytes } = source
  if (!/^https?:\/\//i.test(key) || !URL.canParse(key)) return { reason: `it is not in the folder of ${kind}s` }
  if (fetchFile === null) return { reason: `it is not in the folder of ${kind}s, and nothing is fetched` }
  let failure: Imported | undefined
  for (const address of toFetch) {
    const fetched = await fetchFile(address, kind, maxBytes)
    const imported =
      'problem' in fetched
        ? { reason: fetched.reason }
        : await orReason(() => store(source, { address, userId, from: fetched })).finally(fetched.remove)
    if ('url' in imported) return imported
    failure ??= imported
  }
  return failure ?? { reason: 'it has no address' }
}

interface NewMedia {
  readonly address: string
  readonly userId: string
  readonly from: { readonly path: string } | { readonly bytes: Uint8Array }
}

async function store({ kind, parts }: MediaSource, { address, userId, from }: NewMedia): Promise<Imported> {
  const name = nameOf(address)
  if (kind === 'file' && 'path' in from) return { url: await storeImportedFile(parts, { from: from.path, name, userId }) }
  const bytes = 'path' in from ? await readFile(from.path) : from.bytes
  return { url: await storePicture(parts, { bytes, kind: 'post', name, userId }) }
}

/** @throws what ends the import */
async function orReason(work: () => Promise<Imported>): Promise<Imported> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof AppError && error.code === 'bad_request') return { reason: error.message }
    throw error
  }
}

interface Redirected {
  readonly address: string
  readonly site: string | null
  /** New address in Kindred. */
  readonly url: string
}

/** Redirects from the address of a picture or file on the old blog to its new one. */
async function recordAddress(db: Database, { address, site, url }: Redirected): Promise<void> {
  const folder = folderOf(url)
  if (folder !== undefined && !address.startsWith('/files/') && isOfSite(address, site)) await recordFileAddress(db, address, folder)
}

/** Decodes a `data:` address in base64 or percent-encoding. @returns null if it is not a picture */
function readDataAddress(address: string): Uint8Array | null {
  const [, parameters = '', data = ''] = /^data:image\/[\w.+-]+((?:;[^;,]{0,100}){0,5}),([\s\S]+)$/i.exec(address) ?? []
  if (data === '') return null
  const text = data.replace(/%([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
  return /;\s*base64$/i.test(parameters) ? Buffer.from(text, 'base64') : Buffer.from(text, 'latin1')
}
