import { DAY_MS, MINUTE_MS } from '#platform/contract/limits.ts'

export const UPLOAD_KINDS = ['profile', 'post', 'media', 'import', 'backup'] as const
/** Purpose of an upload: a picture, a video, audio file or document, the export of another blog, or a backup to restore. */
export type UploadKind = (typeof UPLOAD_KINDS)[number]
export type PictureKind = Extract<UploadKind, 'profile' | 'post'>
const MEGABYTE = 1024 * 1024
/** Maximum file size by purpose. */
export const UPLOAD_MAX_BYTES: Record<UploadKind, number> = {
  profile: 2 * MEGABYTE,
  post: 15 * MEGABYTE,
  media: 300 * MEGABYTE,
  import: 500 * MEGABYTE,
  backup: 8192 * MEGABYTE,
}
/** Maximum number of files, and of bytes in total, that one user may upload in 24 hours. */
export const UPLOADS_PER_DAY: Record<UploadKind, { readonly count: number; readonly bytes: number }> = {
  profile: { count: 50, bytes: 50 * MEGABYTE },
  post: { count: 500, bytes: 2048 * MEGABYTE },
  media: { count: 200, bytes: 10_240 * MEGABYTE },
  import: { count: 20, bytes: 4096 * MEGABYTE },
  backup: { count: 20, bytes: 32_768 * MEGABYTE },
}
/** Maximum number of unfinished uploads that one user began within an hour. */
export const UPLOADS_AT_ONCE = 20
/** Pictures of other sites that are fetched at once for posts, for profiles, and for one user who is no admin. */
export const FETCHES_AT_ONCE = 4
export const FETCHES_PER_USER_AT_ONCE = 2
/** With less free disk space, only admins may upload. */
export const DISK_RESERVE_BYTES = 500 * MEGABYTE
/** Unfinished uploads are deleted after this time. */
export const UPLOAD_TTL_MS = DAY_MS
/** Up to this size a picture is sent in one request; above, in resumable parts. */
export const UPLOAD_ONE_REQUEST_MAX_BYTES = 256 * 1024
/** Size of a resumable upload's first part; each part is twice as large as the one before, below the maximum. */
export const UPLOAD_PART_FIRST_BYTES = 256 * 1024
export const UPLOAD_PART_LIMIT_BYTES = 32 * MEGABYTE
/** How long the browser retries one request. */
export const UPLOAD_OPERATION_RETRY_MS = 2 * MINUTE_MS
/** How long it retries a whole upload. */
export const UPLOAD_RETRY_MS = 10 * MINUTE_MS
/** Pictures with more pixels, all frames together, are refused before they are decoded. */
export const PICTURE_MAX_PIXELS = 50_000_000
/** The same for profile pictures, which everyone may send: 12 megapixels, as phones count them. */
export const PROFILE_PICTURE_MAX_PIXELS = 12_500_000
/** Stored widths of a picture, as far as it is that wide. The smallest is for profile pictures and thumbnails. */
export const PICTURE_WIDTHS = [96, 320, 640, 960, 1600] as const
/** Readers get no wider ones. */
export const PICTURE_MAX_WIDTH = 1600
/** Profile pictures are cropped to a square of at most this width. */
export const PROFILE_PICTURE_MAX_WIDTH = 640
/** Unused pictures are deleted after this time: text that uses them may still be unsaved on the writer's device. */
export const PICTURE_GRACE_MS = 30 * DAY_MS
