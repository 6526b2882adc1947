import { type DetailedError, defaultOptions, Upload } from 'tus-js-client'
import type { UploadKind } from '#media/contract/media-limits.ts'
import type { MediaFacts } from '#media/contract/file-address.ts'
import type { UploadResult } from '#media/contract/uploads.ts'
import { linePace } from './line-pace.ts'
import {
  FIRST_PART_BYTES,
  isFinal,
  isResumable,
  nextPartBytes,
  RetryClock,
  UploadError,
  uploadErrorOf,
  wholePercent,
} from './upload-rules.ts'
import type { UploadListener } from './use-upload.tsx'

/** A stored upload. `media` are the facts of a video, audio file or document. */
export interface StoredUpload {
  readonly url: string
  readonly media?: MediaFacts
}

export interface SentFile {
  readonly kind: UploadKind
  readonly name: string
  /** Identifies the file, also after a reload. */
  readonly fingerprint: string
  /** Called while the server works on a video. */
  readonly onWorking?: (isConverting: boolean) => void
}

/**
 * Sends a file, from its first byte to its address. Recovers from broken connections, waits while the browser is offline, and
 * resumes after a reload when the same file is chosen again. A cancelled upload is deleted. @throws UploadError
 */
export async function sendInParts(bytes: Blob, file: SentFile, listener: UploadListener): Promise<StoredUpload> {
  const { signal } = listener
  const { promise: canceled, reject } = Promise.withResolvers<never>()
  const clock = new RetryClock()
  const { upload, terminate } = createUpload(bytes, file, { ...listener, clock })
  const cancel = () => {
    terminate()
    reject(new UploadError('canceled', 'The upload was cancelled'))
  }
  if (signal.aborted) cancel()
  signal.addEventListener('abort', cancel)
  try {
    return await Promise.race([canceled, sendUntilStored(upload, file, { ...listener, clock })])
  } finally {
    // What failed stays, to be resumed.
    signal.removeEventListener('abort', cancel)
  }
}

interface Sending extends UploadListener {
  readonly clock: RetryClock
}

/** Stops when the signal is aborted, without a result. */
async function sendUntilStored(upload: Upload, file: SentFile, { clock, ...listener }: Sending): Promise<StoredUpload> {
  const { signal } = listener
  const firstPart = upload.options.chunkSize ?? FIRST_PART_BYTES
  const [previous] = upload.options.storeFingerprintForResuming ? await upload.findPreviousUploads() : []
  if (previous) upload.resumeFromPreviousUpload(previous)
  let isSent = false
  for (;;) {
    await untilOnline(listener)
    signal.throwIfAborted()
    try {
      if (!isSent) await sendBytes(upload, signal)
      isSent = true
      listener.onProgress(100)
      const stored = await pollForResult(upload.url ?? '', { signal, onWorking: file.onWorking })
      await removeRecord(file)
      return stored
    } catch (error) {
      // The network may have become worse.
      upload.options.chunkSize = firstPart
      await waitToRetry(toUploadError(error), { file, clock })
    }
  }
}

function createUpload(bytes: Blob, file: SentFile, { onProgress, signal, clock }: Sending) {
  const resumable = isResumable(bytes.size)
  const firstPart = resumable ? FIRST_PART_BYTES : Number.POSITIVE_INFINITY
  const measure = linePace.begin()
  const terminate = () => {
    // An upload that is being created has no address to delete yet: the response brings it.
    if (upload.url === null && resumable) return
    void upload
      .abort(true)
      .catch(() => {})
      .then(() => removeRecord(file))
  }
  const upload = new Upload(bytes as File, {
    endpoint: '/files',
    metadata: { kind: file.kind, filename: file.name },
    chunkSize: firstPart,
    uploadDataDuringCreation: !resumable,
    storeFingerprintForResuming: resumable,
    fingerprint: async () => file.fingerprint,
    // We retry ourselves: retries must respect being offline, and our limits (upload-rules.ts).
    retryDelays: null,
    onProgress(sent, total) {
      measure(sent)
      onProgress(wholePercent(sent, total))
    },
    onChunkComplete() {
      clock.succeeded()
      if (resumable) upload.options.chunkSize = nextPartBytes(upload.options.chunkSize ?? firstPart)
    },
    onUploadUrlAvailable() {
      if (signal.aborted) terminate()
    },
    // The library would begin anew where the server is only away.
    onAfterResponse(request, response) {
      const status = response.getStatus()
      if (request.getMethod() !== 'HEAD' || status < 400 || isFinal(status)) return
      throw uploadErrorOf({ status, body: response.getBody(), retryAfter: response.getHeader('Retry-After') })
    },
  })
  return { upload, terminate }
}

/** Resolves when all bytes have arrived; rejects when the browser goes offline, too. */
async function sendBytes(upload: Upload, signal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const ended = new AbortController()
  upload.options.onSuccess = () => resolve()
  upload.options.onError = reject
  const goOffline = () => {
    void upload.abort()
    reject(new UploadError('retry-limit-exceeded', undefined, 0))
  }
  addEventListener('offline', goOffline, { signal: AbortSignal.any([signal, ended.signal]) })
  upload.start()
  try {
    await promise
  } finally {
    ended.abort()
  }
}

async function untilOnline({ onPaused, signal }: UploadListener): Promise<void> {
  if (navigator.onLine) return
  onPaused?.(true)
  await new Promise((resolve) => addEventListener('online', resolve, { once: true, signal }))
  onPaused?.(false)
}

/** @throws the error where trying again does not help */
async function waitToRetry(error: UploadError, { file, clock }: { file: SentFile; clock: RetryClock }): Promise<void> {
  // Otherwise the uploaded part stays, to be resumed later or after signing in.
  if (error.code === 'refused') await removeRecord(file)
  if (error.retryMs === null) throw error
  if (!navigator.onLine) return
  const delay = clock.failed(error.retryMs)
  if (delay === null) throw error
  await new Promise((resolve) => setTimeout(resolve, delay))
}

function toUploadError(error: unknown): UploadError {
  const { causingError, originalResponse: response } = error as Partial<DetailedError>
  for (const each of [error, causingError]) if (each instanceof UploadError) return each
  return uploadErrorOf({
    status: response?.getStatus() ?? 0,
    body: response?.getBody() ?? '',
    retryAfter: response?.getHeader('Retry-After'),
  })
}

async function removeRecord({ fingerprint }: SentFile): Promise<void> {
  const { urlStorage } = defaultOptions
  for (const { urlStorageKey } of await urlStorage.findUploadsByFingerprint(fingerprint)) await urlStorage.removeUpload(urlStorageKey)
}

interface PollOptions extends Pick<SentFile, 'onWorking'> {
  readonly signal: AbortSignal
}

/** Polls until the file is processed. @throws UploadError; another error if there was no response */
async function pollForResult(url: string, { signal, onWorking }: PollOptions): Promise<StoredUpload> {
  for (;;) {
    const response = await fetch(url, { signal })
    const { status, headers } = response
    if (!response.ok) throw uploadErrorOf({ status, body: await response.text(), retryAfter: headers.get('Retry-After') })
    const result = (await response.json()) as UploadResult
    if (result.state === 'done') return result
    if (result.state === 'failed') throw new UploadError('refused', result.message)
    if (result.state === 'working') onWorking?.(result.isConverting === true)
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}
