import type { PictureKind, UploadKind } from '#contract/limits.ts'

/** An upload with its owner and its result, for a day, or as long as an import needs it. The bytes are in the storage. */
export interface UploadsTable {
  id: string
  user_id: string | null
  kind: UploadKind
  /** The file's name, sanitised. */
  name: string
  size: number
  /** `ended` was cancelled; `refused` has a message, `done` an address. */
  state: 'receiving' | 'received' | 'done' | 'refused' | 'ended'
  message: string | null
  address: string | null
  created_at: number
}

/** A folder of the storage. The row is inserted before the first file is written and deleted after the last one. */
export interface PicturesTable {
  folder: string
  user_id: string | null
  /** `file` is no picture: a document, sound or film, as it came. */
  kind: PictureKind | 'file'
  address: string
  /** Of all sizes and formats together. */
  bytes: number
  created_at: number
  /** When it was first found that nothing shows it; null while something does. */
  unused_since: number | null
}

/** Folders of pictures by the posts that show them; written by triggers. */
export interface PostPicturesTable {
  folder: string
  post_id: string
}

/** Folders of pictures by the drafts, revisions and trashed posts that show them; written by triggers. */
export interface KeptPicturesTable {
  folder: string
  holder: string
}
