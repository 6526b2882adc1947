import { formatsOf, readPictureAddress, srcSetOf } from '#contract/picture-address.ts'
import { placeholderUrl } from './picture-placeholder.ts'

interface StoredPictureProps {
  readonly src: string
  readonly alt: string
  /** How wide it is shown, as in HTML. */
  readonly sizes: string
  /** True for the picture that a screen opens with. */
  readonly eager?: boolean
  readonly className?: string
}

/** A picture in the widths and formats that the storage keeps; any other address is shown as it is. */
export const StoredPicture = ({ src, alt, sizes, eager = false, className }: StoredPictureProps) => {
  const picture = readPictureAddress(src)
  const image = {
    src,
    alt,
    className,
    loading: eager ? 'eager' : 'lazy',
    fetchPriority: eager ? 'high' : 'auto',
    decoding: 'async',
  } as const
  if (picture === null) return <img {...image} alt={alt} />
  const { width, height, format, colours } = picture
  const isOwnSet = format !== 'png'
  return (
    <picture className="contents">
      {formatsOf(format)
        .filter((each) => each !== format)
        .map((each) => (
          <source key={each} type={`image/${each}`} srcSet={srcSetOf(picture, each)} sizes={sizes} />
        ))}
      <img
        {...image}
        alt={alt}
        width={width}
        height={height}
        srcSet={isOwnSet ? srcSetOf(picture, format) : undefined}
        sizes={isOwnSet ? sizes : undefined}
        style={colours === null ? undefined : { backgroundImage: `url(${placeholderUrl(colours)})`, backgroundSize: '100% 100%' }}
      />
    </picture>
  )
}
