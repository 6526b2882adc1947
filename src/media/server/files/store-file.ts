import { randomBytes } from 'node:crypto'
import { fileKey } from '#media/contract/file-address.ts'
import { judgeFile } from './judge-file.ts'
import { createPicture, deletePicture } from './pictures.store.ts'
import { type PictureParts, safeFileName } from './store-picture.ts'

/** A file other than a picture, on the local disk. */
interface NewFile {
  readonly path: string
  /** Original name: any text. Its extension must match the content. */
  readonly name: string
  readonly userId: string
}

/**
 * Stores a document, audio or video file unchanged, without holding it in memory. Its audience is determined as for a picture.
 * @returns the address
 * @throws bad_request with the reason when the blog stores no such files
 */
export async function storeFile({ db, files, now }: Omit<PictureParts, 'workers'>, { path, name, userId }: NewFile): Promise<string> {
  const { ending, size } = await judgeFile(path, name)
  const at = now()
  const folder = randomBytes(12).toString('base64url')
  const key = fileKey({ folder, name: `${at}-${safeFileName(name, 'file')}`, ending })
  const address = `/files/${key}`
  await createPicture(db, { folder, user_id: userId, kind: 'file', address, bytes: size, created_at: at })
  try {
    await files.copyIn(key, path)
  } catch (error) {
    await files.removeFolder(folder)
    await deletePicture(db, folder)
    throw error
  }
  return address
}
