interface AvatarProps {
  readonly src: string
  /** Empty where the name stands beside it. */
  readonly alt?: string
  /** Width and height in CSS pixels. */
  readonly size?: number
}

export const Avatar = ({ src, alt = '', size = 44 }: AvatarProps) => (
  <img
    src={src}
    alt={alt}
    width={size}
    height={size}
    loading="lazy"
    decoding="async"
    className="shrink-0 rounded-full bg-sunk object-cover aspect-square"
  />
)
