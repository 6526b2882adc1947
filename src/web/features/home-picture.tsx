import type { Look } from '#contract/look.ts'
import { readPictureAddress } from '#contract/picture-address.ts'
import { HeartsCover } from './hearts-cover.tsx'
import { StoredPicture } from './stored-picture.tsx'

interface HomePictureProps {
  readonly look: Pick<Look, 'homePicture' | 'homePictureText'>
  readonly sizes: string
  /** True where it is what the screen opens with. */
  readonly eager?: boolean
}

/** The picture that the blog opens with: uploaded, one of the drawn ones, or the hearts. */
export const HomePicture = ({ look: { homePicture, homePictureText }, sizes, eager = false }: HomePictureProps) => {
  if (homePicture === '') return <HeartsCover />
  // A drawing says nothing that the words beside it do not say.
  const alt = readPictureAddress(homePicture) === null ? '' : homePictureText
  return <StoredPicture src={homePicture} alt={alt} sizes={sizes} eager={eager} className="post-cover-image hearts-cover" />
}
