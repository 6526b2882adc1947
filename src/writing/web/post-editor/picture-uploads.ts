import { NO_UNSTORED_PICTURES, reasonOf, scalePicture, type UnstoredPictures, type UploadPicture } from '#media/web/index.ts'

/** Smaller files are shown as they are. */
const LARGE_BYTES = 400 * 1024

/**
 * Object URL of a small copy: many photos of twelve megapixels on a page fill the memory of a phone. Null if the browser
 * cannot decode the file.
 */
async function createPreview(file: File): Promise<string | null> {
  if (file.size < LARGE_BYTES) return URL.createObjectURL(file)
  try {
    return URL.createObjectURL((await scalePicture(file, 'post')).preview)
  } catch {
    return null
  }
}

/** `stopped`: the picture was removed from the text; undo starts the upload again. */
type PictureState =
  | { readonly type: 'queued' }
  | { readonly type: 'uploading'; readonly percent: number; readonly paused: boolean }
  | { readonly type: 'failed'; readonly reason: string | null }
  | { readonly type: 'stopped' }
  | { readonly type: 'done'; readonly url: string }

export interface PictureUpload {
  readonly file: File
  /** Object URL; null until it is created, and if the browser cannot show the file. */
  readonly preview: string | null
  readonly state: PictureState
}

/** Options of the editor's extension. */
export interface PictureOptions {
  readonly uploads: PictureUploads
}

/** `isEntered` is false until the user sets a selection: the initial cursor may select a picture at the start of the text. */
export interface PictureStorage {
  isEntered: boolean
}

const UPLOADS_AT_ONCE = 3

/** Uploads the pictures of one text in the background. A picture in the text names its upload by id. */
export class PictureUploads {
  readonly #upload: UploadPicture
  readonly #uploads = new Map<string, PictureUpload>()
  readonly #running = new Map<string, AbortController>()
  readonly #listeners = new Set<() => void>()
  /** One at a time: several decoded photos of twelve megapixels fill the memory of a phone. */
  #previews: Promise<void> = Promise.resolve()
  #isClosed = false
  #unstored = NO_UNSTORED_PICTURES

  constructor(upload: UploadPicture) {
    this.#upload = upload
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  find(id: string | null): PictureUpload | undefined {
    return id === null ? undefined : this.#uploads.get(id)
  }

  /** Returns the same object until it changes. */
  readonly getUnstored = (): UnstoredPictures => this.#unstored

  /** @returns its id. The upload starts once a picture in the text names it. */
  add(file: File): string {
    const id = `picture-${crypto.getRandomValues(new Uint32Array(2)).join('-')}`
    this.#uploads.set(id, { file, preview: null, state: { type: 'stopped' } })
    this.#previews = this.#previews.then(() => this.#preview(id))
    return id
  }

  /** Cancels the uploads whose ids the text no longer contains. */
  retain(ids: ReadonlySet<string>): void {
    for (const [id, { state }] of this.#uploads) {
      if (ids.has(id)) {
        if (state.type === 'stopped') this.#set(id, { type: 'queued' })
      } else if (state.type !== 'done' && state.type !== 'stopped') {
        this.#set(id, { type: 'stopped' })
        this.#running.get(id)?.abort()
      }
    }
    this.#startNext()
  }

  retry(id: string): void {
    if (this.find(id)?.state.type !== 'failed') return
    this.#set(id, { type: 'queued' })
    this.#startNext()
  }

  /** In strict mode, React closes a component's store once before it uses it. */
  open(): void {
    this.#isClosed = false
  }

  close(): void {
    this.#isClosed = true
    for (const running of this.#running.values()) running.abort()
    for (const { preview } of this.#uploads.values()) if (preview !== null) URL.revokeObjectURL(preview)
  }

  #startNext(): void {
    for (const [id, { state }] of this.#uploads) {
      if (this.#isClosed || this.#running.size >= UPLOADS_AT_ONCE) return
      if (state.type === 'queued' && !this.#running.has(id)) void this.#run(id)
    }
  }

  async #run(id: string): Promise<void> {
    const upload = this.#uploads.get(id)
    if (!upload) return
    const running = new AbortController()
    const { signal } = running
    this.#running.set(id, running)
    let now: PictureState & { readonly type: 'uploading' } = { type: 'uploading', percent: 0, paused: false }
    const change = (part: { percent?: number; paused?: boolean }) => {
      now = { ...now, ...part }
      if (!signal.aborted) this.#set(id, now)
    }
    change({})
    try {
      const { url } = await this.#upload(upload.file, {
        onProgress: (percent) => change({ percent }),
        onPaused: (paused) => change({ paused }),
        signal,
      })
      if (!signal.aborted) this.#set(id, { type: 'done', url })
    } catch (error) {
      if (!signal.aborted) this.#set(id, { type: 'failed', reason: reasonOf(error) })
    } finally {
      this.#running.delete(id)
      this.#startNext()
    }
  }

  async #preview(id: string): Promise<void> {
    const upload = this.#uploads.get(id)
    if (!upload || this.#isClosed) return
    const preview = await createPreview(upload.file)
    const current = this.#uploads.get(id)
    if (preview === null || !current) return
    if (this.#isClosed) return URL.revokeObjectURL(preview)
    this.#uploads.set(id, { ...current, preview })
    this.#emit()
  }

  #set(id: string, state: PictureState): void {
    const upload = this.#uploads.get(id)
    if (!upload) return
    this.#uploads.set(id, { ...upload, state })
    this.#count()
    this.#emit()
  }

  #count(): void {
    const types = [...this.#uploads.values()].map(({ state }) => state.type)
    const failed = types.filter((type) => type === 'failed').length
    const uploading = types.filter((type) => type === 'queued' || type === 'uploading').length
    if (failed !== this.#unstored.failed || uploading !== this.#unstored.uploading) this.#unstored = { uploading, failed }
  }

  #emit(): void {
    for (const listener of this.#listeners) listener()
  }
}
