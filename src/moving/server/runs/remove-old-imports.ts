import { deleteExportUpload, type UploadedBytes } from './uploaded-exports.ts'
import type { Database } from '#platform/database/database.ts'
import type { Logger } from '#platform/process/logger.ts'
import { deleteImport, listOldImports } from './imports.store.ts'

interface Parts {
  readonly db: Database
  readonly storage: { readonly uploads: UploadedBytes }
  readonly logger: Logger
  readonly now: () => number
}

/** Deletes exports that have not been used for long, with their reports. Imported content remains. */
export async function removeOldImports({ db, storage, logger, now }: Parts): Promise<void> {
  const old = await listOldImports(db, now())
  for (const { id, upload_id: uploadId } of old) {
    await deleteImport(db, id)
    await storage.uploads.remove(uploadId)
    await deleteExportUpload(db, uploadId)
  }
  if (old.length > 0) logger.info({ exports: old.length }, 'old exports of other blogs deleted')
}
