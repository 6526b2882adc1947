import { countPictures, type UnstoredPictures } from '#media/web/index.ts'

const wordsOf = ({ uploading, failed }: UnstoredPictures): string => {
  if (failed > 0) return `${countPictures(failed)} could not be uploaded.`
  return uploading > 0 ? `Uploading ${countPictures(uploading)}.` : ''
}

/** Announces uploads to screen readers, outside the editable text. */
export const PicturesStatus = ({ pictures }: { readonly pictures: UnstoredPictures }) => (
  <p role="status" className="sr-only">
    {wordsOf(pictures)}
  </p>
)
