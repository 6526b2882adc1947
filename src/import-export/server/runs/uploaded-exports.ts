import { EXPORT_HEAD_BYTES } from '#import-export/contract/export-head.ts'
import type { Database } from '#platform/database/database.ts'
import { deleteUpload, findUpload, type UploadRow, type UploadStore } from '#media/server/index.ts'
import type { Logger } from '#platform/process/logger.ts'
import { tryEach } from '#platform/process/try-each.ts'
import { deleteImport, listOldImports } from './imports.store.ts'

export type UploadedBytes = Pick<UploadStore, 'countBytes' | 'readParts' | 'remove'>
export type ExportUpload = Pick<UploadRow, 'id' | 'name' | 'size'>

/** Finds an upload of another blog's export, complete or not; undefined if it belongs to another user or is a picture. */
export async function findExportUpload(db: Database, id: string, userId: string): Promise<ExportUpload | undefined> {
  const upload = await findUpload(db, id)
  return upload?.kind === 'import' && upload.user_id === userId ? upload : undefined
}

/** Returns the first bytes of an upload; null while it is incomplete. Reads several parts, as the first may be short. */
export async function readUploadHead(uploads: UploadedBytes, { id, size }: ExportUpload): Promise<Uint8Array | null> {
  if ((await uploads.countBytes(id)) !== size) return null
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const part of uploads.readParts(id)) {
    chunks.push(part)
    length += part.byteLength
    if (length >= EXPORT_HEAD_BYTES) break
  }
  return Buffer.concat(chunks).subarray(0, EXPORT_HEAD_BYTES)
}

interface Parts {
  readonly db: Database
  readonly storage: { readonly uploads: UploadedBytes }
  readonly logger: Logger
  readonly now: () => number
}

/** Deletes exports that have not been used for long, with their reports. Imported content remains. */
export async function removeOldImports({ db, storage, logger, now }: Parts): Promise<void> {
  const old = await listOldImports(db, now())
  const remove = async ({ id, upload_id: uploadId }: (typeof old)[number]) => {
    await db.transaction().execute((trx) => deleteImport(trx, id))
    if (uploadId === null) return
    await storage.uploads.remove(uploadId)
    await deleteUpload(db, uploadId)
  }
  await tryEach(old, remove, (removed) => logger.info({ exports: removed.length }, 'old exports of other blogs deleted'))
}
