import { AppError } from '#platform/contract/errors.ts'
import { isFileEnding, readableFileName, readFileAddress } from '#media/contract/file-address.ts'
import { endingOf, type FileParts, requireFileEnding, storeImportedFile } from '#media/server/index.ts'
import { decodePath } from '#posts/server/index.ts'
import type { ImportReport } from '#moving/server/record/report.ts'
import { type ImportedItems, pictureExists } from '#moving/server/writer/imported-items.store.ts'
import { recordAddress } from './old-site.ts'
import type { FindLocalFile } from './local-pictures.ts'
import { type DownloadFile, tooLarge } from './download-file.ts'

export type ImportedFile = { readonly url: string } | { readonly reason: string }

interface FileSource {
  readonly importer: FileParts
  readonly importedItems: ImportedItems
  readonly report: ImportReport
  /** Base of relative addresses. */
  readonly site: string | null
  readonly findLocal: FindLocalFile | null
  /** Null if nothing is fetched. */
  readonly downloadFile: DownloadFile | null
  readonly maxBytes: number
}

/** Address of a file on the old blog, the same for each place that names it. */
export const fileKeyOf = (address: string, site: string | null): string =>
  (site !== null && URL.canParse(address, site) ? new URL(address, site).href : address).replace(/#.*$/, '')

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
    const { importer, site, report } = this.#source
    if (address.startsWith('/files/') && (await pictureExists(importer.db, address))) return { url: address }
    const key = fileKeyOf(address, site)
    // A body may name a file twice, as a player and as a link.
    const started = this.#running.get(key) ?? this.#import(key, userId)
    this.#running.set(key, started)
    const imported = await started
    if ('url' in imported) {
      report.countOnce('files', key)
      await recordAddress(importer.db, { address, site, url: imported.url })
    } else this.#running.delete(key)
    return imported
  }

  async #import(address: string, userId: string): Promise<ImportedFile> {
    const { importer, importedItems } = this.#source
    const here = await importedItems.find(importer.db, 'file', address)
    if (here !== undefined && (await pictureExists(importer.db, here.target))) return { url: here.target }
    try {
      const name = nameOf(address)
      requireFileEnding(name, { isImported: true })
      const found = await this.#get(address)
      if ('reason' in found) return found
      try {
        const url = await storeImportedFile(importer, { from: found.path, name, userId })
        await importedItems.save(importer.db, { kind: 'file', sourceId: address, target: url })
        return { url }
      } finally {
        await found.remove()
      }
    } catch (error) {
      if (error instanceof AppError && error.code === 'bad_request') return { reason: error.message }
      throw error
    }
  }

  async #get(address: string): Promise<Found> {
    const { findLocal, downloadFile, maxBytes } = this.#source
    const local = (await findLocal?.(pathOf(address))) ?? null
    if (local !== null) return local.size > maxBytes ? { reason: tooLarge(maxBytes).message } : { path: local.file, remove: nothing }
    const isAddress = /^https?:\/\//i.test(address) && URL.canParse(address)
    if (!isAddress) return { reason: 'it is not in the folder of files' }
    if (downloadFile === null) return { reason: 'it is not in the folder of files, and nothing is fetched' }
    const fetched = await downloadFile(address, undefined, maxBytes)
    return 'problem' in fetched ? { reason: fetched.reason } : fetched
  }
}

type Found = { readonly path: string; readonly remove: () => Promise<void> } | { readonly reason: string }

const nothing = async () => {}
const pathOf = (address: string) => (URL.canParse(address) ? new URL(address).pathname : address.replace(/[?#].*$/, ''))
/** Original name of a file. Kindred stores files with the upload time before their name. */
const nameOf = (address: string) => {
  const path = pathOf(address)
  const file = readFileAddress(path)
  return file ? readableFileName(file) : decodePath(path.slice(path.lastIndexOf('/') + 1))
}

/** Whether the blog stores files with the ending of this address. */
export const isFileAddress = (address: string): boolean => isFileEnding(endingOf(pathOf(address)))
