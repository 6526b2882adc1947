import { EXPORT_HEAD_BYTES } from '#contract/export-head.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { UploadStore } from './files/upload-store.ts'
import { deleteUpload, findUpload, type UploadRow } from './files/uploads.store.ts'

/** The bytes of uploads. */
export type UploadedBytes = Pick<UploadStore, 'countBytes' | 'readParts' | 'remove'>
export type ExportUpload = Pick<UploadRow, 'id' | 'name' | 'size'>

/** An upload of the export of another blog, in whatever state; undefined where it is another user's, or a picture's. */
export async function findExportUpload(db: Database, id: string, userId: string): Promise<ExportUpload | undefined> {
  const upload = await findUpload(db, id)
  return upload?.kind === 'import' && upload.user_id === userId ? upload : undefined
}

/** The beginning of an upload; null while it has not arrived as a whole. The first part may be short. */
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

/** The row in this transaction; the bytes are the caller's to remove after it. */
export const deleteExportUpload = (trx: Database, id: string): Promise<void> => deleteUpload(trx, id)
