import { useRef, useState } from 'react'
import { countFiles, NO_UNSTORED_FILES, type UnstoredFiles } from '#media/web/index.ts'
import { FieldError } from './post-text.ts'

export interface BodyFiles {
  readonly unstored: UnstoredFiles
  readonly onChange: (unstored: UnstoredFiles) => void
  readonly hasUnstored: () => boolean
  /** Waits until all are stored or removed. @throws FieldError if uploads failed */
  readonly finish: () => Promise<void>
}

export const useBodyFiles = (): BodyFiles => {
  const [unstored, setUnstored] = useState(NO_UNSTORED_FILES)
  const latest = useRef(NO_UNSTORED_FILES)
  const waiting = useRef<(() => void) | null>(null)
  return {
    unstored,
    onChange(now) {
      latest.current = now
      setUnstored(now)
      if (now.uploading === 0) waiting.current?.()
    },
    hasUnstored: () => latest.current.uploading + latest.current.failed > 0,
    async finish() {
      if (latest.current.uploading > 0) {
        await new Promise<void>((resolve) => {
          waiting.current = resolve
        })
      }
      const { failed, noun } = latest.current
      if (failed > 0)
        throw new FieldError('content', `${countFiles(failed, noun)} could not be uploaded. Please try again, or remove what failed.`)
    },
  }
}
