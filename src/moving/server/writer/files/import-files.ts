import { AppError } from '#platform/contract/errors.ts'
import { isFileEnding, readableFileName, readFileAddress } from '#media/contract/file-address.ts'
import { endingOf, type FileParts, requireFileEnding, storeImportedFile } from '#media/server/index.ts'
import { decodePath } from '#posts/server/index.ts'
import { type ImportedItems, pictureExists } from '#moving/server/writer/imported-items.store.ts'
import { storeOldAddress } from './store-old-address.ts'
import type { FindLocalFile } from './local-pictures.ts'
import { type DownloadFile, tooLarge } from './download-file.ts'

export type ImportedFile = { readonly url: string } | { readonly reason: string }

export interface FileSource {
  readonly importer: FileParts
  readonly importedItems: ImportedItems
  /** Base of relative addresses. */
  readonly site: string | null
  readonly findLocal: FindLocalFile | null
  /** Null with `--no-fetch`. */
  readonly downloadFile: DownloadFile | null
  readonly maxBytes: number
  readonly isDryRun: boolean
  /** Called for each new file. */
  readonly onNew: () => void
  /** Called in a dry run for each file that the import will fetch. @param site host name */
  readonly onToFetch: (site: string) => void
}

/** Imports documents, audio and video from a folder or their site into the storage, once for each address. */
export class FileImporter {
  readonly #source: FileSource
  readonly #running = new Map<string, Promise<ImportedFile>>()

  constructor(source: FileSource) {
    this.#source = source
  }

  /**
   * @param address as written in the source
   * @param userId owner of the file
   */
  async import(address: string, userId: string): Promise<ImportedFile> {
    const { importer, site, isDryRun } = this.#source
    if (address.startsWith('/files/') && (await pictureExists(importer.db, address))) return { url: address }
    const whole = site !== null && URL.canParse(address, site) ? new URL(address, site).href : address
    const key = whole.replace(/#.*$/, '')
    // A body may name a file twice, as a player and as a link; a dry run counts it once.
    const started = this.#running.get(key) ?? this.#import(key, userId)
    this.#running.set(key, started)
    const imported = await started
    if ('url' in imported && !isDryRun) await storeOldAddress(importer.db, { address, site, url: imported.url })
    if ('reason' in imported) this.#running.delete(key)
    return imported
  }

  async #import(address: string, userId: string): Promise<ImportedFile> {
    const { importer, importedItems, isDryRun, onNew } = this.#source
    const here = await importedItems.find(importer.db, 'file', address)
    if (here !== undefined && (await pictureExists(importer.db, here))) return { url: here }
    try {
      const name = nameOf(address)
      requireFileEnding(name, { isImported: true })
      const found = isDryRun ? await this.#findOnly(address) : await this.#get(address)
      if ('reason' in found) return found
      if (isDryRun) return this.#countOnly(name)
      try {
        const url = await storeImportedFile(importer, { from: found.path, name, userId })
        await importedItems.save(importer.db, { kind: 'file', sourceId: address, target: url })
        onNew()
        return { url }
      } finally {
        await found.remove()
      }
    } catch (error) {
      if (error instanceof AppError && error.code === 'bad_request') return { reason: error.message }
      throw error
    }
  }

  #countOnly(name: string): ImportedFile {
    this.#source.onNew()
    return { url: `/files/dry-run-dry-run-/0000000000000-file.${endingOf(name)}` }
  }

  async #get(address: string): Promise<Found> {
    const { downloadFile, maxBytes } = this.#source
    const local = await this.#findLocal(address)
    if (local !== null) return local
    if (downloadFile === null || !isAddress(address)) return this.#notHere(address)
    const fetched = await downloadFile(address, undefined, maxBytes)
    return 'problem' in fetched ? { reason: fetched.reason } : fetched
  }

  /** `#get` of a dry run, which fetches nothing. */
  async #findOnly(address: string): Promise<Found> {
    const { downloadFile, onToFetch } = this.#source
    const local = await this.#findLocal(address)
    if (local !== null) return local
    if (downloadFile === null || !isAddress(address)) return this.#notHere(address)
    onToFetch(new URL(address).host)
    return { path: '', remove: nothing }
  }

  async #findLocal(address: string): Promise<Found | null> {
    const { findLocal, maxBytes } = this.#source
    const local = (await findLocal?.(pathOf(address))) ?? null
    if (local === null) return null
    return local.size > maxBytes ? { reason: tooLarge(maxBytes).message } : { path: local.file, remove: nothing }
  }

  #notHere(address: string): ImportedFile & { readonly reason: string } {
    return { reason: isAddress(address) ? 'it is not in the folder of files, and nothing is fetched' : 'it is not in the folder of files' }
  }
}

type Found = { readonly path: string; readonly remove: () => Promise<void> } | { readonly reason: string }

const nothing = async () => {}
const isAddress = (address: string) => /^https?:\/\//i.test(address) && URL.canParse(address)
const pathOf = (address: string) => (URL.canParse(address) ? new URL(address).pathname : address.replace(/[?#].*$/, ''))
/** Original name of a file. Kindred stores files with the upload time before their name. */
const nameOf = (address: string) => {
  const path = pathOf(address)
  const file = readFileAddress(path)
  return file ? readableFileName(file) : decodePath(path.slice(path.lastIndexOf('/') + 1))
}

/** Whether the blog stores files with the ending of this address. */
export const isFileAddress = (address: string): boolean => isFileEnding(endingOf(pathOf(address)))
