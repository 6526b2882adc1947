import { useRef, useState } from 'react'
import { countPictures, NO_UNSTORED_PICTURES, type UnstoredPictures } from '#media/web/index.ts'
import { FieldError } from './post-text.ts'

export interface BodyPictures {
  readonly unstored: UnstoredPictures
  readonly onChange: (unstored: UnstoredPictures) => void
  readonly hasUnstored: () => boolean
  /** Waits until all are stored or removed. @throws FieldError if uploads failed */
  readonly finish: () => Promise<void>
}

export const useBodyPictures = (): BodyPictures => {
  const [unstored, setUnstored] = useState(NO_UNSTORED_PICTURES)
  const latest = useRef(NO_UNSTORED_PICTURES)
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
      const { failed } = latest.current
      if (failed > 0)
        throw new FieldError('content', `${countPictures(failed)} could not be uploaded. Please try again, or remove what failed.`)
    },
  }
}
