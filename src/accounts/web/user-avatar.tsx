import { readPictureAddress, srcSetOf } from '#media/contract/picture-address.ts'
import { Avatar } from '#ui/components/avatar.tsx'

interface UserAvatarProps {
  readonly src: string
  readonly alt?: string
  /** Width and height in CSS pixels. */
  readonly size?: number
}

/** A person's picture, drawn or uploaded; an uploaded one in the smallest size that is sharp on this screen. */
export const UserAvatar = ({ src, alt = '', size = 44 }: UserAvatarProps) => {
  const picture = readPictureAddress(src)
  return <Avatar src={src} srcSet={picture === null ? undefined : srcSetOf(picture, 'webp', 96)} alt={alt} size={size} />
}
