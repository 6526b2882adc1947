import type { PictureKind, UploadKind } from '#media/contract/media-limits.ts'

/** An upload, stored for a day or as long as an import needs it. Its bytes are in the file storage. */
export interface UploadsTable {
  id: string
  user_id: string | null
  /** Backups have the kind of other files that are read when they have arrived. */
  kind: Exclude<UploadKind, 'backup'>
  /** Sanitised file name. */
  name: string
  size: number
  /** `ended`: cancelled; `refused`: has a message; `done`: has an address. */
  state: 'receiving' | 'received' | 'done' | 'refused' | 'ended'
  message: string | null
  address: string | null
  created_at: number
}

/** A folder in the file storage. The row is inserted before the first file is written, and deleted after the last file. */
export interface PicturesTable {
  folder: string
  user_id: string | null
  /** `file`: a document, audio file or video. */
  kind: PictureKind | 'file'
  address: string
  /** Total of all sizes and formats. */
  bytes: number
  created_at: number
  /** When a cleanup first found it unused; null while it is used. */
  unused_since: number | null
}

/** A picture's folder and a post or page, in any state, that shows the picture; written by triggers. */
export interface PostPicturesTable {
  folder: string
  post_id: string
}

/** A picture's folder and an unpublished change or an earlier version that shows the picture; written by triggers. */
export interface KeptPicturesTable {
  folder: string
  holder: string
}
