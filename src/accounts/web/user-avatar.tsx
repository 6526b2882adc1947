import { readPictureAddress, srcSetOf } from '#media/contract/picture-address.ts'

interface UserAvatarProps {
  readonly src: string
  /** Width and height in CSS pixels. */
  readonly size?: number
}

/** A person's picture, drawn or uploaded; an uploaded one in the smallest size that is sharp on this screen. The name is beside it. */
export const UserAvatar = ({ src, size = 44 }: UserAvatarProps) => {
  const picture = readPictureAddress(src)
  return (
    <img
      src={src}
      srcSet={picture === null ? undefined : srcSetOf(picture, 'webp', 96)}
      sizes={picture === null ? undefined : `${size}px`}
      alt=""
      width={size}
      height={size}
      loading="lazy"
      decoding="async"
      className="avatar"
    />
  )
}
