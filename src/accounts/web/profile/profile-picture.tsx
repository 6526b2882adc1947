import Camera from 'lucide-react/icons/camera'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { UploadState } from '#media/web/index.ts'
import { UserAvatar } from '#accounts/web/user-avatar.tsx'
import { Progress } from '#ui/components/progress.tsx'

const SIZE = 128

interface ProfilePictureProps {
  readonly src: string
  readonly upload: UploadState
  readonly onChoose: (file: File) => void
}

/** The picture is the button: a click chooses another file (docs/product.md, 2). */
export const ProfilePicture = ({ src, upload, onChoose }: ProfilePictureProps) => {
  const input = useRef<HTMLInputElement>(null)
  const takeFile = () => {
    const file = input.current?.files?.[0]
    if (input.current === null || file === undefined) return
    // Cleared, so that the same file can be chosen again after a failure.
    input.current.value = ''
    onChoose(file)
  }
  // A file chosen before hydration caused no event.
  const takeEarlyFile = useEffectEvent(takeFile)
  useEffect(() => takeEarlyFile(), [])
  const uploading = upload.type === 'uploading'
  return (
    <div className="relative justify-self-start">
      <input ref={input} type="file" accept="image/*" aria-label="Profile picture" tabIndex={-1} className="sr-only" onChange={takeFile} />
      <button
        type="button"
        aria-label="Change profile picture"
        className="block cursor-pointer rounded-full border-4 border-line"
        onClick={() => input.current?.click()}
      >
        <span className={uploading ? 'block opacity-40' : 'block'}>
          <UserAvatar src={src} size={SIZE} />
        </span>
        <span
          aria-hidden="true"
          className="absolute right-0 bottom-0 grid size-11 place-items-center rounded-full border border-line bg-surface shadow-1"
        >
          <Camera size={20} />
        </span>
      </button>
      {uploading ? (
        <span className="pointer-events-none absolute inset-0 grid place-items-center">
          <Progress percent={upload.percent} label="Uploading the picture" size={SIZE} />
        </span>
      ) : null}
    </div>
  )
}
