import { useCallback, useEffect, useRef, useState } from 'react'

export interface UploadListener {
  /** Called with whole percents, 0–100. */
  readonly onProgress: (percent: number) => void
  /** Called when an upload starts to wait for the network, and when it resumes. */
  readonly onPaused?: (paused: boolean) => void
  readonly signal: AbortSignal
}

/** Stores one picture and resolves to its address; rejects when it fails. */
export type UploadPicture = (file: File, options: UploadListener) => Promise<{ readonly url: string }>

/** State of an upload. `percent` is an integer, 0–100. `reason` is the server's message, if any. */
export type UploadState =
  | { readonly type: 'idle' }
  | { readonly type: 'uploading'; readonly percent: number; readonly paused: boolean }
  | { readonly type: 'done'; readonly url: string }
  | { readonly type: 'failed'; readonly reason: string | null }

const WITH_REASON: readonly unknown[] = ['refused', 'signed-out', 'rate-limited']

/** What Chromium, Firefox and WebKit say of a script that could not be loaded: after an upgrade its address is gone. */
const SCRIPT_FAILED = /dynamically imported module|importing a module script failed/i
export const MISSING_SCRIPT =
  'A part of this page could not be loaded. Please try again, or load the page again when you are online; your text stays.'

/** Message with which the server did not take the picture, or what to do about a missing script; null if there is none. */
export function reasonOf(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  if (error instanceof TypeError && SCRIPT_FAILED.test(error.message)) return MISSING_SCRIPT
  return 'code' in error && WITH_REASON.includes(error.code) && error.message !== 'Image upload failed' ? error.message : null
}

/**
 * One upload at a time: a new one, or leaving the page, cancels the previous one. `start` resolves to the address, or to
 * null if there is none.
 */
export const useUpload = (upload: UploadPicture) => {
  const [state, setState] = useState<UploadState>({ type: 'idle' })
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])

  const start = useCallback(
    async (file: File): Promise<string | null> => {
      running.current?.abort()
      const controller = new AbortController()
      running.current = controller
      const update = (change: (before: UploadState) => UploadState) => {
        if (!controller.signal.aborted) setState(change)
      }
      const updatePart = (part: { percent?: number; paused?: boolean }) =>
        update((before) => ({ percent: 0, paused: false, ...before, ...part, type: 'uploading' }))
      update(() => ({ type: 'uploading', percent: 0, paused: false }))
      try {
        const { url } = await upload(file, {
          onProgress: (percent) => updatePart({ percent }),
          onPaused: (paused) => updatePart({ paused }),
          signal: controller.signal,
        })
        update(() => ({ type: 'done', url }))
        return controller.signal.aborted ? null : url
      } catch (error) {
        update(() => ({ type: 'failed', reason: reasonOf(error) }))
        return null
      }
    },
    [upload],
  )
  const cancel = useCallback(() => {
    running.current?.abort()
    setState({ type: 'idle' })
  }, [])
  return { state, start, cancel }
}

interface UploadStatusProps {
  readonly upload: UploadState
  readonly onCancel: () => void
}

/** Text beside the progress ring: the upload waits for the network, can be cancelled, or was refused with a reason. */
export const UploadStatus = ({ upload, onCancel }: UploadStatusProps) => {
  if (upload.type === 'failed' && upload.reason !== null) return <p className="text-small text-ink-soft">{upload.reason}</p>
  if (upload.type !== 'uploading') return null
  return (
    <div className="row text-small text-ink-soft">
      <button type="button" className="link link-target" onClick={onCancel}>
        Cancel upload
      </button>
      <span role="status">{upload.paused ? 'You are offline. The upload goes on by itself.' : ''}</span>
    </div>
  )
}
