import { type RefObject, useRef } from 'react'
import { type UploadPicture, type UploadState, useUpload } from '#media/web/index.ts'
import { FieldError } from './field-error.ts'

export const COVER_FAILED = 'Image upload failed'

/** The cover of a post, and its upload. */
export interface Cover {
  readonly input: RefObject<HTMLInputElement | null>
  readonly state: UploadState
  /** Uploads the chosen file. */
  readonly send: (file: File) => Promise<string | null>
  readonly cancel: () => void
  readonly remove: () => void
  /** The chosen file, until it is uploaded. */
  readonly findPending: () => File | null
  /** Waits for the upload, and uploads a file that was only chosen. @throws FieldError if there is no picture in the end */
  readonly finish: () => Promise<void>
}

export const useCover = (upload: UploadPicture, onChange: (image: string) => void): Cover => {
  const { state, start, cancel } = useUpload(upload)
  const input = useRef<HTMLInputElement>(null)
  const running = useRef<Promise<string | null> | null>(null)
  const uploaded = useRef<File | null>(null)

  const findPending = () => {
    const file = input.current?.files?.[0]
    return file === undefined || file === uploaded.current ? null : file
  }
  const clear = () => {
    if (input.current) input.current.value = ''
  }
  const send = (file: File) => {
    const work = start(file).then((url) => {
      if (running.current === work) running.current = null
      if (url === null) return null
      uploaded.current = file
      onChange(url)
      return url
    })
    running.current = work
    return work
  }
  return {
    input,
    state,
    send,
    findPending,
    cancel() {
      clear()
      cancel()
    },
    remove() {
      clear()
      cancel()
      onChange('')
    },
    async finish() {
      const file = findPending()
      if (file === null) return
      if ((await (running.current ?? send(file))) === null) throw new FieldError('image', COVER_FAILED)
    },
  }
}
