import { useCallback, useEffect, useRef, useState } from 'react'

/** What a feature needs of the storage: puts one picture there and answers its address; rejects when it fails. */
export type UploadPicture = (
  file: File,
  options: { readonly onProgress: (percent: number) => void; readonly signal: AbortSignal },
) => Promise<{ readonly url: string }>

/** An upload as spec §4 has it; `percent` is whole, 0–100. */
export type UploadState =
  | { readonly type: 'idle' }
  | { readonly type: 'uploading'; readonly percent: number }
  | { readonly type: 'done'; readonly url: string }
  | { readonly type: 'failed' }

/** One upload at a time: a new one, or leaving the page, cancels the one before. `start` answers the address, or null. */
export const useUpload = (upload: UploadPicture) => {
  const [state, setState] = useState<UploadState>({ type: 'idle' })
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])

  const start = useCallback(
    async (file: File): Promise<string | null> => {
      running.current?.abort()
      const controller = new AbortController()
      running.current = controller
      const tell = (next: UploadState) => {
        if (!controller.signal.aborted) setState(next)
      }
      tell({ type: 'uploading', percent: 0 })
      try {
        const { url } = await upload(file, {
          onProgress: (percent) => tell({ type: 'uploading', percent }),
          signal: controller.signal,
        })
        tell({ type: 'done', url })
        return controller.signal.aborted ? null : url
      } catch {
        tell({ type: 'failed' })
        return null
      }
    },
    [upload],
  )
  return { state, start }
}
