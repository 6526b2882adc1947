import { type DetailedError, type PreviousUpload, Upload, defaultOptions } from 'tus-js-client'
import type { UploadKind } from '#platform/contract/limits.ts'
import type { MediaFacts } from '#media/contract/file-address.ts'
import type { UploadResult } from '#media/contract/uploads.ts'
import { linePace } from './line-pace.ts'
import {
  UploadError,
  uploadErrorOf,
  FIRST_PART_BYTES,
  isFinal,
  isResumable,
  nextPartBytes,
  RetryClock,
  wholePercent,
} from './upload-rules.ts'

/** States of an upload (docs/product.md, 4). */
type UploadTaskState = 'running' | 'paused' | 'success' | 'canceled' | 'error'

/** A stored upload. `media` are the facts of a film, sound or paper. */
export interface StoredUpload {
  readonly url: string
  readonly media?: MediaFacts
}

export interface UploadTaskOptions {
  readonly kind: UploadKind
  readonly name: string
  /** MIME type, if it matters. */
  readonly type?: string
  /** Address of the picture of a print copy. */
  readonly picture?: string
  /** Identifies the file, also after a reload. */
  readonly fingerprint: string
  /** Called with whole percents, 0–100. */
  readonly onProgress: (percent: number) => void
  readonly onState: (state: UploadTaskState) => void
  /** Called while the server works on a film. */
  readonly onWorking?: (isConverting: boolean) => void
}

const { urlStorage } = defaultOptions

/**
 * One upload, from its first byte to the address of the file. It recovers from broken connections, pauses while the
 * browser is offline, and resumes after a reload when the same file is chosen again.
 */
export class UploadTask {
  /** Rejects with an {@link UploadError}. */
  readonly done: Promise<StoredUpload>
  #state: UploadTaskState = 'running'
  readonly #settled = Promise.withResolvers<StoredUpload>()
  readonly #clock = new RetryClock()
  readonly #upload: Upload
  readonly #options: UploadTaskOptions
  readonly #polling = new AbortController()
  #retryTimer: ReturnType<typeof setTimeout> | undefined
  readonly #isResumable: boolean
  #allSent = false

  constructor(bytes: Blob, options: UploadTaskOptions) {
    this.#options = options
    this.done = this.#settled.promise
    const resumable = isResumable(bytes.size)
    const measure = linePace.begin()
    this.#isResumable = resumable
    this.#upload = new Upload(bytes as File, {
      endpoint: '/files',
      metadata: metadataOf(options),
      chunkSize: resumable ? FIRST_PART_BYTES : Number.POSITIVE_INFINITY,
      uploadDataDuringCreation: !resumable,
      storeFingerprintForResuming: resumable,
      fingerprint: async () => options.fingerprint,
      // We retry ourselves: retries must respect being offline, and the limits of docs/product.md, 9.
      retryDelays: null,
      onProgress(sent, total) {
        measure(sent)
        options.onProgress(wholePercent(sent, total))
      },
      onChunkComplete: () => {
        this.#clock.succeeded()
        if (resumable) this.#upload.options.chunkSize = nextPartBytes(this.#upload.options.chunkSize ?? FIRST_PART_BYTES)
      },
      onUploadUrlAvailable: () => {
        if (this.#state === 'canceled') void this.#terminate()
      },
      onSuccess: () => void this.#finish(this.#upload.url ?? ''),
      onError: (error) => this.#failed(error),
    })
    addEventListener('offline', this.#pauseOffline)
    addEventListener('online', this.#resumeOnline)
    void this.#begin(resumable)
  }

  get state(): UploadTaskState {
    return this.#state
  }

  pause(): void {
    if (this.#state !== 'running') return
    clearTimeout(this.#retryTimer)
    if (!this.#allSent) void this.#upload.abort()
    this.#become('paused')
  }

  resume(): void {
    if (this.#state !== 'paused') return
    this.#become('running')
    this.#go()
  }

  /** Also deletes what has been uploaded. */
  cancel(): void {
    if (this.#state !== 'running' && this.#state !== 'paused') return
    this.#become('canceled')
    // An upload that is being created has no URL to delete yet: the response brings it.
    if (this.#upload.url !== null || !this.#isResumable) void this.#terminate()
    this.#settled.reject(new UploadError('canceled', 'The upload was cancelled'))
  }

  async #terminate(): Promise<void> {
    await this.#upload.abort(true).catch(() => {})
    await this.#removeRecord()
  }

  readonly #pauseOffline = () => this.pause()
  readonly #resumeOnline = () => this.resume()

  #become(state: UploadTaskState): void {
    this.#state = state
    if (state !== 'running' && state !== 'paused') {
      clearTimeout(this.#retryTimer)
      this.#polling.abort()
      removeEventListener('offline', this.#pauseOffline)
      removeEventListener('online', this.#resumeOnline)
    }
    this.#options.onState(state)
  }

  /** Starts the upload, or resumes an interrupted one of this very file. */
  async #begin(resumable: boolean): Promise<void> {
    const [previous] = resumable ? await this.#upload.findPreviousUploads() : []
    if (previous && (await isWorthResuming(previous))) this.#upload.resumeFromPreviousUpload(previous)
    else if (previous) await urlStorage.removeUpload(previous.urlStorageKey)
    if (navigator.onLine) this.#go()
    else this.pause()
  }

  #go(): void {
    if (this.#state !== 'running') return
    if (this.#allSent) void this.#finish(this.#upload.url ?? '')
    else this.#upload.start()
  }

  #failed(error: Error | DetailedError): void {
    const response = 'originalResponse' in error ? error.originalResponse : null
    this.#upload.options.chunkSize = Math.min(this.#upload.options.chunkSize ?? FIRST_PART_BYTES, this.#firstChunk())
    this.#retry(
      uploadErrorOf({
        status: response?.getStatus() ?? 0,
        body: response?.getBody() ?? '',
        retryAfter: response?.getHeader('Retry-After'),
      }),
    )
  }

  #firstChunk(): number {
    return this.#upload.options.uploadDataDuringCreation ? Number.POSITIVE_INFINITY : FIRST_PART_BYTES
  }

  /** Tries again later, where that may help. */
  #retry(error: UploadError): void {
    if (error.retryMs === null) return this.#end(error)
    if (this.#state !== 'running') return
    if (!navigator.onLine) return this.pause()
    const delay = this.#clock.failed(error.retryMs)
    if (delay === null) return this.#end(error)
    this.#retryTimer = setTimeout(() => this.#go(), delay)
  }

  #end(error: UploadError): void {
    if (this.#state !== 'running' && this.#state !== 'paused') return
    this.#become('error')
    // Otherwise the uploaded part stays, to be resumed later or after signing in.
    if (error.code === 'refused') void this.#removeRecord()
    this.#settled.reject(error)
  }

  /** All bytes are sent; the server processes the file while we poll for its address. */
  async #finish(url: string): Promise<void> {
    this.#allSent = true
    this.#options.onProgress(100)
    try {
      const stored = await pollForResult(url, { signal: this.#polling.signal, onWorking: this.#options.onWorking })
      if (this.#state !== 'running' && this.#state !== 'paused') return
      this.#become('success')
      void this.#removeRecord()
      this.#settled.resolve(stored)
    } catch (error) {
      this.#retry(error instanceof UploadError ? error : uploadErrorOf({ status: 0, body: '', retryAfter: null }))
    }
  }

  async #removeRecord(): Promise<void> {
    for (const previous of await urlStorage.findUploadsByFingerprint(this.#options.fingerprint)) {
      await urlStorage.removeUpload(previous.urlStorageKey)
    }
  }
}

const metadataOf = ({ kind, name, type, picture }: UploadTaskOptions): Record<string, string> => ({
  kind,
  filename: name,
  ...(type === undefined ? {} : { filetype: type }),
  ...(picture === undefined ? {} : { picture }),
})

interface PollOptions extends Pick<UploadTaskOptions, 'onWorking'> {
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

/** False if the server has deleted or refused the upload; without a response it is worth a try. */
async function isWorthResuming({ uploadUrl }: PreviousUpload): Promise<boolean> {
  if (uploadUrl === null) return false
  try {
    const { status } = await fetch(uploadUrl, { method: 'HEAD', headers: { 'Tus-Resumable': '1.0.0' } })
    return !isFinal(status)
  } catch {
    return true
  }
}
