import { preload } from 'react-dom'
import { formatsOf, readPictureAddress, srcSetOf, type StoredPicture as PictureParts } from '#media/contract/picture-address.ts'
import { placeholderUrl } from './picture-placeholder.ts'

interface StoredPictureProps {
  readonly src: string
  readonly alt: string
  /** As in <img>. */
  readonly sizes: string
  /** True if visible without scrolling. */
  readonly eager?: boolean
  /** Smallest width to offer, in pixels. */
  readonly smallest?: number
  readonly className?: string
}

/** Preloads the best format before the styles are there; browsers that do not support the format ignore it. */
const preloadBest = (src: string, { picture, sizes }: { picture: PictureParts; sizes: string }) => {
  const [best] = formatsOf(picture.format)
  if (best === undefined) return
  const options = { as: 'image', imageSrcSet: srcSetOf(picture, best), imageSizes: sizes, fetchPriority: 'high' } as const
  preload(src, { ...options, type: `image/${best}` })
}

/** A stored picture in its widths and formats; any other address is shown unchanged. */
export const StoredPicture = ({ src, alt, sizes, eager = false, smallest, className }: StoredPictureProps) => {
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
  if (eager) preloadBest(src, { picture, sizes })
  const isOwnSet = format !== 'png'
  return (
    <picture className="contents">
      {formatsOf(format)
        .filter((each) => each !== format)
        .map((each) => (
          <source key={each} type={`image/${each}`} srcSet={srcSetOf(picture, each, smallest)} sizes={sizes} />
        ))}
      <img
        {...image}
        alt={alt}
        width={width}
        height={height}
        srcSet={isOwnSet ? srcSetOf(picture, format, smallest) : undefined}
        sizes={isOwnSet ? sizes : undefined}
        style={colours === null ? undefined : { backgroundImage: `url(${placeholderUrl(colours)})`, backgroundSize: '100% 100%' }}
      />
    </picture>
  )
}
