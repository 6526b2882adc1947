import { createHash } from 'node:crypto'
import { AppError } from '#platform/contract/errors.ts'
import { readPictureAddress } from '#media/contract/picture-address.ts'
import { decodePath } from '#posts/server/index.ts'
import { type PictureParts, storePicture } from '#media/server/index.ts'
import { type ImportedItems, pictureExists } from '#moving/server/writer/imported-items.store.ts'
import type { ImportReport } from '#moving/server/record/report.ts'
import { recordAddress } from './old-site.ts'
import type { DownloadPicture } from './download-picture.ts'
import type { FindLocal } from './local-pictures.ts'

export type ImportedPicture = { readonly url: string } | { readonly reason: string }

export interface PictureSource {
  readonly importer: PictureParts
  readonly importedItems: ImportedItems
  readonly report: ImportReport
  /** Base of relative addresses. */
  readonly site: string | null
  readonly findLocal: FindLocal | null
  /** Null if nothing is fetched. */
  readonly downloadPicture: DownloadPicture | null
  /** Whether the source lists this address as a full-size picture. */
  readonly isFullSize: (address: string) => boolean
}

interface NewPicture {
  readonly bytes: Uint8Array
  readonly address: string
  /** Id in `imported_items`. */
  readonly key: string
  readonly userId: string
}

/** Address of a picture on the old blog, the same for all its sizes. */
export const pictureKeyOf = (address: string, source: Pick<PictureSource, 'site' | 'isFullSize'>): string =>
  address.startsWith('data:') ? address : versionsAt(address, source).key

const versionsAt = (address: string, { site, isFullSize }: Pick<PictureSource, 'site' | 'isFullSize'>): PictureVersions =>
  versionsOf(site !== null && URL.canParse(address, site) ? new URL(address, site).href : address, isFullSize)

/** Imports pictures from a folder or their site into the storage, each picture once. */
export class PictureImporter {
  readonly #source: PictureSource
  readonly #running = new Map<string, Promise<ImportedPicture>>()

  constructor(source: PictureSource) {
    this.#source = source
  }

  /**
   * @param address as written in the source
   * @param userId owner of the picture
   * @throws AppError for errors that end the import
   */
  async import(address: string, userId: string): Promise<ImportedPicture> {
    if (address.startsWith('/drawings/')) return { url: address }
    const { importer, site, report } = this.#source
    const imported = await this.#import(address, userId)
    if (!('url' in imported)) return imported
    const key = pictureKeyOf(address, this.#source)
    report.countOnce('pictures', key)
    for (const each of new Set([address, key])) await recordAddress(importer.db, { address: each, site, url: imported.url })
    return imported
  }

  async #import(address: string, userId: string): Promise<ImportedPicture> {
    const { findLocal, importer } = this.#source
    if (address.startsWith('/files/') && (await pictureExists(importer.db, address))) return { url: address }
    if (address.startsWith('data:')) return this.#importInline(address, userId)
    const versions = versionsAt(address, this.#source)
    for (const version of findLocal ? versions.addresses : []) {
      const bytes = await findLocal?.(pathOf(version))
      if (bytes) return this.#storeOnce({ bytes, address: version, key: hashOf(bytes), userId })
    }
    return this.#once(versions.key, () => this.#fetch(versions, userId))
  }

  /** Concurrent calls for one picture share the work. */
  async #once(key: string, work: () => Promise<ImportedPicture>): Promise<ImportedPicture> {
    const known = this.#running.get(key)
    if (known) return known
    const started = work().finally(() => this.#running.delete(key))
    this.#running.set(key, started)
    return started
  }

  #storeOnce(picture: NewPicture): Promise<ImportedPicture> {
    return this.#once(picture.key, () => this.#store(picture))
  }

  async #fetch({ key, addresses, toFetch }: PictureVersions, userId: string): Promise<ImportedPicture> {
    const { downloadPicture } = this.#source
    if (!/^https?:\/\//i.test(key)) return { reason: 'it is not in the folder of pictures' }
    for (const each of new Set([key, ...addresses])) {
      const here = await this.#findStored(each)
      if (here !== undefined) return { url: here }
    }
    if (downloadPicture === null) return { reason: 'it is not in the folder of pictures, and nothing is fetched' }
    let failure: ImportedPicture | undefined
    for (const address of toFetch) {
      const fetched = await downloadPicture(address)
      const imported = 'bytes' in fetched ? await this.#store({ bytes: fetched.bytes, address, key, userId }) : { reason: fetched.reason }
      if ('url' in imported) return imported
      failure ??= imported
    }
    return failure ?? { reason: 'it has no address' }
  }

  async #importInline(address: string, userId: string): Promise<ImportedPicture> {
    const bytes = readDataAddress(address)
    if (bytes === null) return { reason: 'it stands in the text in a form that cannot be read' }
    return this.#storeOnce({ bytes, address: 'picture', key: hashOf(bytes), userId })
  }

  async #store({ bytes, address, key, userId }: NewPicture): Promise<ImportedPicture> {
    const { importer, importedItems } = this.#source
    const here = await this.#findStored(key)
    if (here !== undefined) return { url: here }
    try {
      const name = nameOf(pathOf(address))
      const url = await storePicture(importer, { bytes, kind: 'post', name, userId })
      await importedItems.save(importer.db, { kind: 'picture', sourceId: key, target: url })
      return { url }
    } catch (error) {
      if (error instanceof AppError && error.code === 'bad_request') return { reason: error.message }
      throw error
    }
  }

  async #findStored(key: string): Promise<string | undefined> {
    const { importer, importedItems } = this.#source
    const found = await importedItems.find(importer.db, 'picture', key)
    return found !== undefined && (await pictureExists(importer.db, found.target)) ? found.target : undefined
  }
}

/** Decodes a `data:` address in base64 or percent-encoding. @returns null if it is not a picture */
function readDataAddress(address: string): Uint8Array | null {
  const [, parameters = '', data = ''] = /^data:image\/[\w.+-]+((?:;[^;,]{0,100}){0,5}),([\s\S]+)$/i.exec(address) ?? []
  if (data === '') return null
  const text = data.replace(/%([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
  return /;\s*base64$/i.test(parameters) ? Buffer.from(text, 'base64') : Buffer.from(text, 'latin1')
}

const hashOf = (bytes: Uint8Array) => `sha256:${createHash('sha256').update(bytes).digest('hex')}`
const pathOf = (address: string) => (URL.canParse(address) ? new URL(address).pathname : address)

/** Original name of a picture. Kindred stores pictures with the upload time before their name. */
const nameOf = (path: string) => readPictureAddress(path)?.name.replace(/^\d{13}-/, '') ?? decodePath(path.slice(path.lastIndexOf('/') + 1))

/** Addresses of one picture of the old blog, in all sizes that its software made of the upload. */
interface PictureVersions {
  /** The same for all versions. */
  readonly key: string
  /** From the largest version to the requested one. */
  readonly addresses: readonly string[]
  /** Versions that exist if any does. Larger ones are not tried, since Kindred scales pictures to the width of a screen. */
  readonly toFetch: readonly string[]
}

type IsListed = (address: string) => boolean

/**
 * WordPress makes `photo-300x200.jpg` and, of very large ones, `photo-scaled.jpg` from `photo.jpg`; Ghost makes
 * `size/w600/photo.jpg`, and `photo.jpg` from `photo_o.jpg`.
 * @param isListed whether the address is that of an upload in the source
 */
export function versionsOf(address: string, isListed: IsListed): PictureVersions {
  const whole = withoutSizes(unwrapped(address))
  if (/\/content\/images\//.test(whole)) return ghostVersions(whole, address)
  const key = originalOf(whole, isListed)
  const scaled = key.replace(ENDING, '-scaled$1')
  const isResized = RESIZED.test(whole)
  const original = isResized && key === whole ? [whole.replace(RESIZED, '$1'), whole.replace(RESIZED, '-scaled$1')] : [key, scaled]
  return {
    key,
    addresses: unique([...(key === whole && !isResized ? [] : original), whole, address]),
    toFetch: unique([...[key, scaled].filter(isListed), whole, address]),
  }
}

const ENDING = /(\.\w{3,5})$/
const RESIZED = /-\d{1,5}x\d{1,5}(\.\w{3,5})$/
const SCALED = /-scaled(\.\w{3,5})$/
const unique = (addresses: readonly string[]) => [...new Set(addresses)]

/** Address of the upload. A suffix such as `-300x200` is removed only if the source lists the name without it. */
function originalOf(whole: string, isListed: IsListed): string {
  const base = whole.replace(RESIZED, '$1').replace(SCALED, '$1')
  if (base === whole || (isListed(whole) && !SCALED.test(whole))) return whole
  const scaled = base.replace(ENDING, '-scaled$1')
  if (RESIZED.test(whole) && !isListed(base) && !isListed(scaled)) return whole
  return SCALED.test(whole) && isListed(base) && isListed(whole) ? whole : base
}

function ghostVersions(whole: string, address: string): PictureVersions {
  const key = whole.replace(/\/content\/images\/size\/[^/]+\/(?:format\/[^/]+\/)?/, '/content/images/').replace(/_o(\.\w{3,5})$/, '$1')
  return { key, addresses: unique([key.replace(ENDING, '_o$1'), key, whole, address]), toFetch: unique([key, whole, address]) }
}

/** Proxy that resizes pictures of WordPress blogs: `i0.wp.com/<site>/<path>`. */
const RESIZER = /^https?:\/\/i\d\.wp\.com\//i
/** Query parameters for size and compression. */
const SIZES = new Set(['w', 'h', 'resize', 'fit', 'crop', 'ssl', 'quality', 'strip', 'zoom', 'width', 'height', 'lb', 'ulb', 'size'])

function unwrapped(address: string): string {
  const inside = address.replace(RESIZER, '')
  if (inside === address || !URL.canParse(`https://${inside}`)) return address
  return `${/[?&]ssl=1\b/.test(address) ? 'https' : 'http'}://${inside}`
}

function withoutSizes(address: string): string {
  const at = address.search(/[?#]/)
  if (at === -1) return address
  const names = [...new URLSearchParams(address.slice(at + 1).replace(/#.*$/, '')).keys()]
  return address.charAt(at) === '#' || names.every((name) => SIZES.has(name)) ? address.slice(0, at) : address
}
