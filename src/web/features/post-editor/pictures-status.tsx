import type { UnstoredPictures } from './picture-uploads.ts'

const count = (pictures: number) => (pictures === 1 ? '1 picture' : `${pictures} pictures`)

const wordsOf = ({ uploading, failed }: UnstoredPictures): string => {
  if (failed > 0) return `${count(failed)} could not be uploaded.`
  return uploading > 0 ? `Uploading ${count(uploading)}.` : ''
}

/** For screen readers: the text around the pictures is no place for announcements. */
export const PicturesStatus = ({ pictures }: { readonly pictures: UnstoredPictures }) => (
  <p role="status" className="sr-only">
    {wordsOf(pictures)}
  </p>
)
