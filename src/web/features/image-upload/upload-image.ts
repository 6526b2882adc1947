import type { UploadKind } from '#contract/limits.ts'

export interface UploadImageOptions {
  /** What the picture is for; each kind has its own limit. */
  readonly kind: UploadKind
  /** Told whole percents, 0–100. */
  readonly onProgress?: (percent: number) => void
  readonly signal?: AbortSignal
}

/** An upload that did not end with an address; its message is the server's where there is one. */
export class UploadError extends Error {
  override readonly name = 'UploadError'
}

const readJson = (text: string): Record<string, unknown> => {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}

/** The address in an answer of the storage, or an UploadError with the reason. */
export const readUploadAnswer = (status: number, body: string): { url: string } => {
  const { url, message } = readJson(body)
  if (status >= 200 && status < 300 && typeof url === 'string' && url !== '') return { url }
  throw new UploadError(typeof message === 'string' && message !== '' ? message : 'Image upload failed')
}

/** Stored under the current timestamp followed by the original file name (spec §5); the header holds ASCII only. */
const uploadName = (file: File) => encodeURIComponent(`${Date.now()}${file.name}`.toWellFormed())

/**
 * Sends one picture to our storage and answers its address.
 * XMLHttpRequest because fetch cannot tell how much has been sent.
 */
export const uploadImage = (file: File, { kind, onProgress, signal }: UploadImageOptions): Promise<{ url: string }> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const cancel = () => request.abort()
    const fail = (message: string) => () => reject(new UploadError(message))

    request.open('POST', `/files?kind=${kind}`)
    request.setRequestHeader('Content-Type', file.type === '' ? 'application/octet-stream' : file.type)
    request.setRequestHeader('Upload-Name', uploadName(file))
    request.upload.addEventListener('progress', (event) => {
      if (event.lengthComputable) onProgress?.(Math.round((100 * event.loaded) / event.total))
    })
    request.addEventListener('load', () => {
      try {
        resolve(readUploadAnswer(request.status, request.responseText))
      } catch (error) {
        reject(error)
      }
    })
    request.addEventListener('error', fail('Image upload failed'))
    request.addEventListener('abort', fail('The upload was cancelled'))
    request.addEventListener('loadend', () => signal?.removeEventListener('abort', cancel))

    if (signal?.aborted) return fail('The upload was cancelled')()
    signal?.addEventListener('abort', cancel)
    request.send(file)
  })
