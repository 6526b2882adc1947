import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { v7 as newId } from 'uuid'
import { createMediaWorkers, openStorage, type Storage } from '#media/server/index.ts'
import { unpackArchive } from '#import-export/server/readers/own/unpack-archive.ts'
import type { FetchOptions } from '#import-export/server/writer/files/fetch-address.ts'
import { createFileFetcher } from '#import-export/server/writer/files/fetch-file.ts'
import { checkBlog, importBlog, type ImportResult } from '#import-export/server/writer/import-blog.ts'
import type { ImportOptions } from '#import-export/server/writer/import-run.ts'
import type { Database } from '#platform/database/database.ts'
import type { Config } from '#platform/process/config.ts'
import type { Logger } from '#platform/process/logger.ts'

export interface ImportSettings extends Pick<Config, 'storage' | 'publicUrl' | 'dataDir' | 'ffmpegPath' | 'site'> {
  /** For tests, whose old blogs are on the loopback interface. */
  readonly fetching?: FetchOptions
}

export interface ImportWork extends Omit<ImportOptions, 'path' | 'publicUrl' | 'siteConfig' | 'site' | 'fetchFile'> {
  readonly what: 'check' | 'run'
  readonly site: string | null
  readonly fetchesPictures: boolean
  /** @param folder for a copy of the file @returns its path */
  readonly getFile: (folder: string, storage: Storage) => Promise<string>
}

interface Parts {
  readonly db: Database
  readonly settings: ImportSettings
  readonly logger?: Logger
}

/** Reads a file or folder, or imports it. Call with the lock: what is in the folder of the running import is left over. @throws AppError */
export async function importFile({ db, settings, logger }: Parts, work: ImportWork): Promise<ImportResult> {
  const { what, fetchesPictures, getFile, ...options } = work
  const { dataDir, ffmpegPath, publicUrl, site: siteConfig, fetching } = settings
  const storage = await openStorage(settings.storage)
  const workers = createMediaWorkers({ ...(logger && { logger }), folder: dataDir, ffmpegPath })
  const folder = join(dataDir, 'imports', 'running')
  try {
    await rm(folder, { recursive: true, force: true })
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const path = await unpackArchive(await getFile(folder, storage), join(folder, 'unpacked'))
    const fetchFile = fetchesPictures ? createFileFetcher(folder, fetching) : null
    const parts = { db, files: storage.files, workers, now: () => Date.now(), newId }
    return await (what === 'check' ? checkBlog : importBlog)(parts, { ...options, path, publicUrl, siteConfig, fetchFile })
  } finally {
    workers.close()
    await rm(folder, { recursive: true, force: true })
  }
}
