/** Numbers of pictures in a text that are not stored, and so not in its saved HTML. */
export interface UnstoredPictures {
  readonly uploading: number
  readonly failed: number
}

export const NO_UNSTORED_PICTURES: UnstoredPictures = { uploading: 0, failed: 0 }

/** '1 picture', '2 pictures' */
export const countPictures = (count: number): string => (count === 1 ? '1 picture' : `${count} pictures`)
