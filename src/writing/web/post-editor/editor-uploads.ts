import { type VideoSize, NO_UNSTORED_FILES, roleOf, savesData, scalePicture, type UnstoredFiles } from '#media/web/index.ts'
import { endingOf } from '#media/contract/file-address.ts'
import { UPLOAD_MAX_BYTES } from '#media/contract/media-limits.ts'
import { type EditorRole, type EditorUpload, type EditorUploadState, runUpload, tooLargeWords } from './editor-upload.ts'
import { readVideoSize, storeVideoSize } from './video-choice.ts'

/** Smaller pictures are shown as they are. */
const LARGE_BYTES = 400 * 1024

/**
 * Object URL: of a small copy of a picture, because many photos of twelve megapixels fill the memory of a phone; of videos
 * and audio files themselves, which the browser reads in parts. Null if the browser cannot decode a picture.
 */
async function createPreview({ file, role }: EditorUpload): Promise<string | null> {
  if (role === 'document' || role === 'captions' || role === 'poster') return null
  if (role !== 'picture' || file.size < LARGE_BYTES) return URL.createObjectURL(file)
  try {
    return URL.createObjectURL((await scalePicture(file, 'post')).preview)
  } catch {
    return null
  }
}

/** Options of the editor's extensions. */
export interface UploadOptions {
  readonly uploads: EditorUploads
}

const UPLOADS_AT_ONCE = 3
const RUNNING = new Set<EditorUploadState['type']>(['queued', 'preparing', 'asking', 'uploading', 'working'])

/** Uploads the files of one text in the background. A node of the text names its upload by id. */
export class EditorUploads {
  readonly #uploads = new Map<string, EditorUpload>()
  readonly #running = new Map<string, AbortController>()
  readonly #listeners = new Set<() => void>()
  /** One at a time: several decoded photos of twelve megapixels fill the memory of a phone. */
  #previews: Promise<void> = Promise.resolve()
  #isClosed = false
  #unstored = NO_UNSTORED_FILES

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  find(id: string | null): EditorUpload | undefined {
    return id === null ? undefined : this.#uploads.get(id)
  }

  /** Returns the same object until it changes. */
  readonly getUnstored = (): UnstoredFiles => this.#unstored

  /** @returns its id. The upload starts once a node of the text names it. */
  add(file: File, role: EditorRole = roleOf(file) ?? 'document'): string {
    const id = `file-${crypto.getRandomValues(new Uint32Array(2)).join('-')}`
    this.#uploads.set(id, { file, role, size: readVideoSize(), preview: null, state: { type: 'stopped' } })
    this.#previews = this.#previews.then(() => this.#preview(id))
    return id
  }

  /** Cancels the uploads whose ids the text no longer contains. */
  retain(ids: ReadonlySet<string>): void {
    for (const [id, { state }] of this.#uploads) {
      if (ids.has(id)) {
        if (state.type === 'stopped') this.#queue(id)
      } else if (state.type !== 'done' && state.type !== 'stopped') {
        this.#set(id, { type: 'stopped' })
        this.#running.get(id)?.abort()
      }
    }
    this.#startNext()
  }

  /** Resolves once all of them are stored, or the text is closed. @returns whether all are stored */
  untilStored(files: readonly File[]): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const check = () => {
      const areStored = [...this.#uploads.values()].every(({ file, state }) => !files.includes(file) || state.type === 'done')
      if (areStored || this.#isClosed) resolve(areStored)
    }
    const unsubscribe = this.subscribe(check)
    check()
    return promise.finally(unsubscribe)
  }

  retry(id: string): void {
    if (this.find(id)?.state.type !== 'failed') return
    this.#queue(id)
    this.#startNext()
  }

  /** Begins again with another size; the next videos of this device begin with it. */
  resize(id: string, size: VideoSize): void {
    const upload = this.#uploads.get(id)
    if (!upload || upload.size === size || !(RUNNING.has(upload.state.type) || upload.state.type === 'failed')) return
    storeVideoSize(size)
    this.#running.get(id)?.abort()
    this.#uploads.set(id, { ...upload, size })
    this.#set(id, { type: 'queued' })
    this.#startNext()
  }

  pausePreparing(id: string, isPaused: boolean): void {
    const state = this.find(id)?.state
    if (state?.type !== 'preparing') return
    state.conversion[isPaused ? 'pause' : 'resume']()
    this.#set(id, { ...state, isPaused })
  }

  /** In strict mode, React closes a component's store once before it uses it. */
  open(): void {
    this.#isClosed = false
  }

  close(): void {
    this.#isClosed = true
    for (const running of this.#running.values()) running.abort()
    for (const { preview } of this.#uploads.values()) if (preview !== null) URL.revokeObjectURL(preview)
    this.#emit()
  }

  /** A file that cannot be stored fails before anything is sent. */
  #queue(id: string): void {
    const upload = this.#uploads.get(id)
    const reason = upload && this.#findProblem(upload)
    this.#set(id, reason === null ? { type: 'queued' } : { type: 'failed', reason: reason ?? null, mayRetry: false })
  }

  #findProblem({ file, role }: EditorUpload): string | null {
    if (role === 'captions' && endingOf(file.name) !== 'vtt')
      return 'Captions are a WebVTT file, whose name ends in .vtt. Programs that write captions can save them as WebVTT.'
    if (role !== 'captions' && endingOf(file.name) === 'vtt')
      return 'Captions belong to a film: choose this file below the film, at “Add captions (WebVTT file)”.'
    if (role !== 'captions' && roleOf(file) === null)
      return 'The blog takes photos, films, sound, and papers such as PDF, text or office files. It does not take files of this kind.'
    if (file.size === 0) return 'This file is empty.'
    // A video may become small enough on this device.
    if (role === 'picture' || role === 'poster' || role === 'video' || file.size <= UPLOAD_MAX_BYTES.media) return null
    return tooLargeWords(file.size)
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
    this.#running.set(id, running)
    await runUpload(upload, {
      savesData,
      signal: running.signal,
      onState: (state) => this.#set(id, this.#withPause(id, state)),
    })
    this.#running.delete(id)
    this.#startNext()
  }

  /** Progress that was reported before the pause does not end it. */
  #withPause(id: string, state: EditorUploadState): EditorUploadState {
    const before = this.find(id)?.state
    return state.type === 'preparing' && before?.type === 'preparing' ? { ...state, isPaused: before.isPaused } : state
  }

  async #preview(id: string): Promise<void> {
    const upload = this.#uploads.get(id)
    if (!upload || this.#isClosed) return
    const preview = await createPreview(upload)
    const current = this.#uploads.get(id)
    if (preview === null || !current) return
    if (this.#isClosed) return URL.revokeObjectURL(preview)
    this.#uploads.set(id, { ...current, preview })
    this.#emit()
  }

  #set(id: string, state: EditorUploadState): void {
    const upload = this.#uploads.get(id)
    if (!upload) return
    this.#uploads.set(id, { ...upload, state })
    this.#count()
    this.#emit()
  }

  #count(): void {
    const unstored = [...this.#uploads.values()].filter(({ state: { type } }) => type === 'failed' || RUNNING.has(type))
    const failed = unstored.filter(({ state }) => state.type === 'failed').length
    const uploading = unstored.length - failed
    const noun = unstored.every(({ role }) => role === 'picture') ? 'picture' : 'file'
    const before = this.#unstored
    if (failed !== before.failed || uploading !== before.uploading || noun !== before.noun) this.#unstored = { uploading, failed, noun }
  }

  #emit(): void {
    for (const listener of this.#listeners) listener()
  }
}
