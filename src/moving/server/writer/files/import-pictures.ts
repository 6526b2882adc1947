import { createHash } from 'node:crypto'
import { AppError } from '#platform/contract/errors.ts'
import { readPictureAddress } from '#media/contract/picture-address.ts'
import { decodePath } from '#posts/server/index.ts'
import { type PictureParts, storePicture } from '#media/server/index.ts'
import { pictureExists, type ImportedItems } from '#moving/server/writer/imported-items.store.ts'
import { storeOldAddress } from './store-old-address.ts'
import type { DownloadPicture } from './download-picture.ts'
import type { FindLocal } from './local-pictures.ts'
import { type PictureVersions, versionsOf } from './picture-versions.ts'

export type ImportedPicture = { readonly url: string } | { readonly reason: string }

export interface PictureSource {
  readonly importer: PictureParts
  readonly importedItems: ImportedItems
  /** Base of relative addresses. */
  readonly site: string | null
  readonly findLocal: FindLocal | null
  /** Null with `--no-fetch`. */
  readonly downloadPicture: DownloadPicture | null
  /** Whether the source lists this address as a full-size picture. */
  readonly isFullSize: (address: string) => boolean
  readonly isDryRun: boolean
  /** Called for each new picture. */
  readonly onNew: () => void
  /** Called in a dry run for each picture that the import will fetch. @param site host name */
  readonly onToFetch: (site: string) => void
}

interface NewPicture {
  /** Null in a dry run. */
  readonly bytes: Uint8Array | null
  readonly address: string
  /** Id in `imported_items`. */
  readonly key: string
  readonly userId: string
}

/** Imports pictures from a folder or their site into the storage, each picture once. */
export class PictureImporter {
  readonly #source: PictureSource
  readonly #running = new Map<string, Promise<ImportedPicture>>()
  /** Pictures counted in a dry run, which stores nothing. */
  readonly #counted = new Set<string>()

  constructor(source: PictureSource) {
    this.#source = source
  }

  /**
   * @param address as written in the source
   * @param userId owner of the picture
   * @throws AppError for errors that end the import
   */
  async import(address: string, userId: string): Promise<ImportedPicture> {
    const imported = await this.#import(address, userId)
    const { importer, site, isDryRun } = this.#source
    const original = address.startsWith('data:') ? address : this.#versionsOf(address).key
    if ('url' in imported && !isDryRun)
      for (const each of new Set([address, original])) await storeOldAddress(importer.db, { address: each, site, url: imported.url })
    return imported
  }

  async #import(address: string, userId: string): Promise<ImportedPicture> {
    const { findLocal } = this.#source
    if (address.startsWith('/drawings/')) return { url: address }
    if (address.startsWith('/files/') && (await pictureExists(this.#source.importer.db, address))) return { url: address }
    if (address.startsWith('data:')) return this.#importInline(address, userId)
    const versions = this.#versionsOf(address)
    for (const version of findLocal ? versions.addresses : []) {
      const bytes = await findLocal?.(pathOf(version))
      if (bytes) return this.#storeOnce({ bytes, address: version, key: hashOf(bytes), userId })
    }
    return this.#once(versions.key, () => this.#fetch(versions, userId))
  }

  #versionsOf(address: string): PictureVersions {
    const { isFullSize, site } = this.#source
    const absolute = site !== null && URL.canParse(address, site) ? new URL(address, site).href : address
    return versionsOf(absolute, isFullSize)
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
    const { downloadPicture, isDryRun } = this.#source
    if (!/^https?:\/\//i.test(key)) return { reason: 'it is not in the folder of pictures' }
    if (downloadPicture === null) return { reason: 'it is not in the folder of pictures, and nothing is fetched' }
    for (const each of new Set([key, ...addresses])) {
      const here = await this.#findStored(each)
      if (here !== undefined) return { url: here }
    }
    if (isDryRun) return this.#store({ bytes: null, address: toFetch[0] ?? key, key, userId })
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
    const { importer, importedItems, isDryRun, onNew, onToFetch } = this.#source
    const here = await this.#findStored(key)
    if (here !== undefined) return { url: here }
    if (isDryRun || bytes === null) {
      if (!this.#counted.has(key)) {
        onNew()
        if (bytes === null) onToFetch(hostOf(address))
      }
      this.#counted.add(key)
      return { url: '/files/dry-run/picture.jpg' }
    }
    try {
      const name = nameOf(pathOf(address))
      const url = await storePicture(importer, { bytes, kind: 'post', name, userId })
      await importedItems.save(importer.db, { kind: 'picture', sourceId: key, target: url })
      onNew()
      return { url }
    } catch (error) {
      if (error instanceof AppError && error.code === 'bad_request') return { reason: error.message }
      throw error
    }
  }

  async #findStored(key: string): Promise<string | undefined> {
    const { importer, importedItems } = this.#source
    const url = await importedItems.find(importer.db, 'picture', key)
    return url !== undefined && (await pictureExists(importer.db, url)) ? url : undefined
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
const hostOf = (address: string) => (URL.canParse(address) ? new URL(address).host : address)
const pathOf = (address: string) => (URL.canParse(address) ? new URL(address).pathname : address)

/** Original name of a picture. Kindred stores pictures with the upload time before their name. */
const nameOf = (path: string) => readPictureAddress(path)?.name.replace(/^\d{13}-/, '') ?? decodePath(path.slice(path.lastIndexOf('/') + 1))
