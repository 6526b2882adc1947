import { markOf } from '#site/contract/mark.ts'
import { isWideLogo } from '#site/contract/look.ts'
import { readPictureAddress } from '#media/contract/picture-address.ts'
import { StoredPicture } from '#media/web/index.ts'

interface BrandMarkProps {
  readonly name: string
  /** Address of a picture; empty for none. */
  readonly logo: string
}

/** A heart and the name of the blog. A square logo is shown before it, a wide one instead of it. */
export const BrandMark = ({ name, logo }: BrandMarkProps) => {
  const picture = readPictureAddress(logo)
  const isAlone = picture !== null && isWideLogo(picture)
  return (
    <>
      {picture === null ? null : (
        <StoredPicture src={logo} alt={isAlone ? name : ''} sizes={isAlone ? '160px' : '40px'} smallest={96} className="brand-logo" />
      )}
      {isAlone ? null : <bdi className="brand-mark">{markOf(name)}</bdi>}
    </>
  )
}
