import { readPictureAddress, srcSetOf } from '#contract/picture-address.ts'
import { Avatar } from '#web/ui/avatar.tsx'

interface UserAvatarProps {
  readonly src: string
  readonly alt?: string
  /** Width and height in CSS pixels. */
  readonly size?: number
}

/** Someone's face, drawn or uploaded; of the latter the form that is sharp on this screen, and no larger. */
export const UserAvatar = ({ src, alt = '', size = 44 }: UserAvatarProps) => {
  const picture = readPictureAddress(src)
  return <Avatar src={src} srcSet={picture === null ? undefined : srcSetOf(picture, 'webp', 96)} alt={alt} size={size} />
}
