import { createHash } from 'node:crypto'
import { AppError } from '#contract/errors.ts'
import { decodePath } from '#server/features/old-addresses.ts'
import { storePicture, type PictureParts } from '#server/features/files/store-picture.ts'
import { isPictureThere, type ItemMemory } from '#server/imports/imported-items.store.ts'
import type { DownloadPicture } from './download-picture.ts'
import type { FindLocal } from './local-pictures.ts'

export type Brought = { readonly url: string } | { readonly reason: string }

/** A picture that may be there another time: its post waits for it. */
export class PictureUnreachable extends Error {}

export interface PictureSource {
  readonly importer: PictureParts
  readonly memory: ItemMemory
  /** Where addresses without a site begin. */
  readonly site: string | null
  readonly findLocal: FindLocal | null
  /** Null where nothing may be fetched. */
  readonly downloadPicture: DownloadPicture | null
  /** Addresses of pictures in their full size, where the source says so. */
  readonly isFullSize: (address: string) => boolean
  readonly isDryRun: boolean
  /** Told of each picture that is new here. */
  readonly onNew: () => void
}

interface NewPicture {
  /** Null in a dry run, where nothing is fetched. */
  readonly bytes: Uint8Array | null
  readonly address: string
  /** Under which it is remembered. */
  readonly key: string
  readonly userId: string
}

/** So many in a row that cannot be reached: the line is down, or the site is gone. */
const UNREACHABLE_MAX = 10

/** Brings pictures from a folder or from their site into our storage, each once. */
export class PictureBringer {
  readonly #source: PictureSource
  readonly #underway = new Map<string, Promise<Brought>>()
  /** In a dry run, which remembers nothing. */
  readonly #counted = new Set<string>()
  #unreachable = 0

  constructor(source: PictureSource) {
    this.#source = source
  }

  /**
   * @param address as it stands in the source
   * @param userId who it belongs to from now on
   * @throws PictureUnreachable; AppError when it is no use to go on
   */
  async bring(address: string, userId: string): Promise<Brought> {
    const { isFullSize, findLocal, site } = this.#source
    if (address.startsWith('/drawings/')) return { url: address }
    if (address.startsWith('/files/') && (await isPictureThere(this.#source.importer.db, address))) return { url: address }
    if (address.startsWith('data:')) return this.#bringInline(address, userId)
    const absolute = site !== null && URL.canParse(address, site) ? new URL(address, site).href : address
    const candidates = [...fullSizesOf(absolute), absolute]
    for (const candidate of findLocal ? candidates : []) {
      const bytes = await findLocal?.(pathOf(candidate))
      if (bytes) return this.#takeInOnce({ bytes, address: candidate, key: hashOf(bytes), userId })
    }
    const wanted = candidates.find(isFullSize) ?? absolute
    return this.#once(wanted, () => this.#fetch(wanted, userId))
  }

  /** The same picture twice at the same moment is brought once. */
  async #once(key: string, work: () => Promise<Brought>): Promise<Brought> {
    const known = this.#underway.get(key)
    if (known) return known
    const begun = work().finally(() => this.#underway.delete(key))
    this.#underway.set(key, begun)
    return begun
  }

  #takeInOnce(picture: NewPicture): Promise<Brought> {
    return this.#once(picture.key, () => this.#takeIn(picture))
  }

  async #fetch(address: string, userId: string): Promise<Brought> {
    const { downloadPicture, isDryRun } = this.#source
    if (!/^https?:\/\//i.test(address)) return { reason: 'it is not in the folder of pictures' }
    if (downloadPicture === null) return { reason: 'it is not in the folder of pictures, and nothing is fetched' }
    const here = await this.#remembered(address)
    if (here !== undefined) return { url: here }
    if (isDryRun) return this.#takeIn({ bytes: null, address, key: address, userId })
    const fetched = await downloadPicture(address)
    if ('bytes' in fetched) {
      this.#unreachable = 0
      return this.#takeIn({ bytes: fetched.bytes, address, key: address, userId })
    }
    if (fetched.problem === 'refused') return { reason: fetched.reason }
    this.#unreachable += 1
    if (this.#unreachable >= UNREACHABLE_MAX)
      throw new AppError(
        'unavailable',
        `${UNREACHABLE_MAX} pictures in a row could not be reached, the last one at ${address}. Run this again when the site can be reached; give --pictures FOLDER with a copy of them; or give --no-fetch to go on without.`,
      )
    throw new PictureUnreachable(`${address}: ${fetched.reason}`)
  }

  async #bringInline(address: string, userId: string): Promise<Brought> {
    const [, data] = /^data:image\/[\w.+-]+;base64,([\s\S]+)$/i.exec(address) ?? []
    if (data === undefined) return { reason: 'it stands in the text in a form that cannot be read' }
    const bytes = Buffer.from(data, 'base64')
    return this.#takeInOnce({ bytes, address: 'picture', key: hashOf(bytes), userId })
  }

  async #takeIn({ bytes, address, key, userId }: NewPicture): Promise<Brought> {
    const { importer, memory, isDryRun, onNew } = this.#source
    const here = await this.#remembered(key)
    if (here !== undefined) return { url: here }
    if (isDryRun || bytes === null) {
      if (!this.#counted.has(key)) onNew()
      this.#counted.add(key)
      return { url: '/files/dry-run/picture.jpg' }
    }
    try {
      const name = nameOf(pathOf(address))
      const url = await storePicture(importer, { bytes, kind: 'post', name, userId })
      await memory.keep(importer.db, { kind: 'picture', sourceId: key, target: url })
      onNew()
      return { url }
    } catch (error) {
      if (error instanceof AppError && error.code === 'bad_request') return { reason: error.message }
      throw error
    }
  }

  async #remembered(key: string): Promise<string | undefined> {
    const { importer, memory } = this.#source
    const url = await memory.find(importer.db, 'picture', key)
    return url !== undefined && (await isPictureThere(importer.db, url)) ? url : undefined
  }
}

const hashOf = (bytes: Uint8Array) => `sha256:${createHash('sha256').update(bytes).digest('hex')}`
const pathOf = (address: string) => (URL.canParse(address) ? new URL(address).pathname : address)

/** WordPress shows `photo-300x200.jpg`, made from `photo.jpg` or `photo-scaled.jpg`. */
function fullSizesOf(address: string): string[] {
  const [, stem, ending] = /^(.+)-\d{1,5}x\d{1,5}(\.\w{3,5})$/.exec(address.replace(/[?#].*$/, '')) ?? []
  return stem === undefined || ending === undefined ? [] : [`${stem}${ending}`, `${stem}-scaled${ending}`]
}

const nameOf = (path: string) => decodePath(path.slice(path.lastIndexOf('/') + 1))
