import type { Look } from '#site/contract/look.ts'
import { readPictureAddress } from '#media/contract/picture-address.ts'
import { HeartsCover } from '#ui/components/hearts-cover.tsx'
import { StoredPicture } from '#media/web/index.ts'

interface HomePictureProps {
  readonly look: Pick<Look, 'homePicture' | 'homePictureText'>
  readonly sizes: string
  /** True if visible without scrolling. */
  readonly eager?: boolean
}

/** Picture of the home page: uploaded, one of the drawings, or the hearts. */
export const HomePicture = ({ look: { homePicture, homePictureText }, sizes, eager = false }: HomePictureProps) => {
  if (homePicture === '') return <HeartsCover />
  // Drawings are decoration: the text beside them says the same.
  const alt = readPictureAddress(homePicture) === null ? '' : homePictureText
  return <StoredPicture src={homePicture} alt={alt} sizes={sizes} eager={eager} className="post-cover-image hearts-cover" />
}
