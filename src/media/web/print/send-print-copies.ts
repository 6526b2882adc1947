import { readPictureAddress } from '#media/contract/picture-address.ts'
import type { PrintOriginal } from '#media/web/device/device-files.ts'
import { scaleForPrint } from '#media/web/upload/scale-picture.ts'
import { sendFile } from '#media/web/upload/upload-file.ts'
import { UploadError } from '#media/web/upload/upload-rules.ts'
import { deletePrint, listDuePrints } from './print-originals.ts'

const LOCK = 'print-copies'

/** Sends the copies that are due, one at a time, in one tab. */
export async function sendPrintCopies(userId: string): Promise<void> {
  // Undefined over plain http, despite its type.
  const locks = navigator.locks as LockManager | undefined
  if (locks === undefined) return sendAll(userId)
  await locks.request(LOCK, { ifAvailable: true }, (lock) => (lock ? sendAll(userId) : undefined))
}

async function sendAll(userId: string): Promise<void> {
  try {
    for (const original of await listDuePrints(userId)) {
      await sendCopy(original)
      await deletePrint(original.picture)
    }
  } catch {
    // Without a connection or a session, a later page goes on.
  } finally {
    await listDuePrints(userId)
  }
}

async function sendCopy({ picture, file }: PrintOriginal): Promise<void> {
  const copy = await scaleForPrint(file).catch(() => null)
  if (copy === null || !(await isLarger(copy, picture))) return
  const sent = { kind: 'print', name: 'print.jpg', picture, fingerprint: `kindred-print-${copy.size}-${picture}` } as const
  await sendFile(copy, sent, { onProgress: () => {}, signal: new AbortController().signal }).catch((error: unknown) => {
    // The blog does not keep it: the setting was turned off, there is no room, or the picture was deleted.
    if (!(error instanceof UploadError) || error.code !== 'refused') throw error
  })
}

/** A copy that is no larger than the picture itself is of no use. */
async function isLarger(copy: Blob, picture: string): Promise<boolean> {
  const bitmap = await createImageBitmap(copy)
  const { width } = bitmap
  bitmap.close()
  return width > (readPictureAddress(picture)?.width ?? 0)
}
