interface AvatarProps {
  readonly src: string
  /** Other sizes of the same picture, as in HTML. */
  readonly srcSet?: string | undefined
  /** Empty if the name is beside it. */
  readonly alt?: string
  /** Width and height in CSS pixels. */
  readonly size?: number
}

export const Avatar = ({ src, srcSet, alt = '', size = 44 }: AvatarProps) => (
  <img
    src={src}
    srcSet={srcSet}
    sizes={srcSet === undefined ? undefined : `${size}px`}
    alt={alt}
    width={size}
    height={size}
    loading="lazy"
    decoding="async"
    className="avatar"
  />
)
