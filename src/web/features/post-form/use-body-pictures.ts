import { useRef, useState } from 'react'
import { FieldError } from './field-error.ts'

/** Pictures of the body that are not stored, and so not in its text. */
export interface UnstoredPictures {
  readonly uploading: number
  readonly failed: number
}

export interface BodyPictures {
  readonly unstored: UnstoredPictures
  readonly onChange: (unstored: UnstoredPictures) => void
  readonly hasUnstored: () => boolean
  /** Waits until they are stored or removed. @throws FieldError for those that failed */
  readonly finish: () => Promise<void>
}

const NONE: UnstoredPictures = { uploading: 0, failed: 0 }

/** '1 picture', '2 pictures' */
export const countPictures = (count: number): string => (count === 1 ? '1 picture' : `${count} pictures`)

export const useBodyPictures = (): BodyPictures => {
  const [unstored, setUnstored] = useState(NONE)
  const latest = useRef(NONE)
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
