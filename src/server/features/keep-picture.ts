import { randomBytes } from 'node:crypto'
import type { FileStore } from '#server/platform/storage/file-store.ts'
import { cleanPicture } from './files/clean-picture.ts'

/** Takes a picture's bytes through the cleaning of uploads and keeps it. @returns its path @throws bad_request when it is none */
export async function keepPicture(files: FileStore, bytes: Uint8Array): Promise<string> {
  const key = `${randomBytes(12).toString('base64url')}/profile.webp`
  await files.write(key, await cleanPicture(bytes))
  return `/files/${key}`
}

/** Removes a picture by its path. */
export async function forgetPicture(files: FileStore, path: string): Promise<void> {
  await files.remove(path.replace(/^\/files\//, ''))
}
