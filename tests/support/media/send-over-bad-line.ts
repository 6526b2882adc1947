import { open } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { UploadKind } from '#media/contract/media-limits.ts'
import { metadataOf } from './tus.ts'

const PART_BYTES = 16 * 1024 * 1024

interface LargeFile {
  readonly kind: UploadKind
  readonly name: string
  readonly path: string
  readonly size: number
}

/** Sends a file as tus clients do: after each lost connection it asks how much has arrived. @returns the path of the upload */
export async function sendOverBadLine(url: string, cookie: string, { kind, name, path, size }: LargeFile): Promise<string> {
  const headers = { cookie, 'Tus-Resumable': '1.0.0' }
  const created = await fetch(`${url}/files`, {
    method: 'POST',
    headers: { ...headers, 'Upload-Length': String(size), 'Upload-Metadata': metadataOf({ kind, filename: name }) },
  })
  if (created.status !== 201) throw new Error(`the upload was refused: ${await created.text()}`)
  const location = created.headers.get('location') ?? ''
  const file = await open(path)
  try {
    for (let offset = 0; offset < size; offset = await offsetOf(url + location, headers)) {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(PART_BYTES), 0, PART_BYTES, offset)
      const more = { 'Content-Type': 'application/offset+octet-stream', 'Upload-Offset': String(offset) }
      await fetch(url + location, { method: 'PATCH', headers: { ...headers, ...more }, body: buffer.subarray(0, bytesRead) }).catch(
        () => {},
      )
    }
  } finally {
    await file.close()
  }
  return location
}

async function offsetOf(address: string, headers: Record<string, string>): Promise<number> {
  for (;;) {
    const response = await fetch(address, { method: 'HEAD', headers }).catch(() => null)
    if (response?.ok) return Number(response.headers.get('upload-offset'))
    await sleep(100)
  }
}
