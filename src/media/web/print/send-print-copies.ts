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
  const due = await listDuePrints(userId)
  if (due.length === 0) return
  const cancelled = new AbortController()
  const notice = showNotice(() => cancelled.abort())
  try {
    for (const [index, original] of due.entries()) {
      notice.tell(due.length - index)
      await sendCopy(original, cancelled.signal)
      await deletePrint(original.picture)
    }
  } catch {
    // The writer does not want them. Without a connection or a session, a later page goes on.
    if (cancelled.signal.aborted) for (const { picture } of due) await deletePrint(picture)
  } finally {
    notice.remove()
    await listDuePrints(userId)
  }
}

async function sendCopy({ picture, file }: PrintOriginal, signal: AbortSignal): Promise<void> {
  const copy = await scaleForPrint(file).catch(() => null)
  signal.throwIfAborted()
  if (copy === null || !(await isLarger(copy, picture))) return
  const sent = { kind: 'print', name: 'print.jpg', picture, fingerprint: `kindred-print-${copy.size}-${picture}` } as const
  await sendFile(copy, sent, { onProgress: () => {}, signal }).catch((error: unknown) => {
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

/** A line at the foot of the page. Pages of readers have no styles for it. */
function showNotice(onCancel: () => void): { tell: (left: number) => void; remove: () => void } {
  const bar = document.createElement('div')
  bar.setAttribute('role', 'status')
  bar.style.cssText =
    'position:fixed;inset:auto 0 0;z-index:5;display:flex;flex-wrap:wrap;gap:0 1rem;align-items:center;justify-content:center;padding:.25rem 1rem;border-top:1px solid var(--line);background:var(--surface);font:var(--t-1)/1.5 var(--ui)'
  const words = bar.appendChild(document.createElement('span'))
  const cancel = bar.appendChild(document.createElement('button'))
  cancel.type = 'button'
  cancel.className = 'link link-target'
  cancel.textContent = 'Do not send them'
  cancel.addEventListener('click', onCancel)
  document.body.append(bar)
  return {
    tell(left) {
      words.textContent = `Sending ${left === 1 ? 'a copy of 1 photo' : `copies of ${left} photos`} in print size.`
    },
    remove: () => bar.remove(),
  }
}
