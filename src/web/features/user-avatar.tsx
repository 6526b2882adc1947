import { readPictureAddress, variantKey, widthsOf } from '#contract/picture-address.ts'
import { Avatar } from '#web/ui/avatar.tsx'

interface UserAvatarProps {
  readonly src: string
  readonly alt?: string
  /** Width and height in CSS pixels. */
  readonly size?: number
}

const USUAL_SIZE = 44

/** The form of a face that is sharp on a dense screen, and no larger. */
const thumbnail = (src: string, size: number): string => {
  const picture = readPictureAddress(src)
  if (picture === null) return src
  const width = widthsOf(picture.width).find((each) => each >= 2 * size) ?? picture.width
  return `/files/${variantKey(picture, width, 'webp')}`
}

/** Someone's face, drawn or uploaded. */
export const UserAvatar = ({ src, alt = '', size = USUAL_SIZE }: UserAvatarProps) => (
  <Avatar src={thumbnail(src, size)} alt={alt} size={size} />
)
