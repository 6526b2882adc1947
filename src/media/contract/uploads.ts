import type { MediaFacts } from './file-address.ts'

/**
 * Response of `GET /files/uploads/<id>` to the user who sent the upload. The request waits while the file is processed, up
 * to a time limit: `processing` and `working` mean to send it again. A refused picture is 400 with the reason.
 */
export type UploadResult =
  | { readonly state: 'receiving' | 'processing' }
  /** Address of the picture, readable by everyone who knows it. */
  | { readonly state: 'done'; readonly url: string }
  | MediaResult

/** The same for an upload of kind `media`. */
export type MediaResult =
  | { readonly state: 'receiving' }
  /** `converting` while the codecs are changed to some that browsers play, which may take hours. */
  | { readonly state: 'working'; readonly isConverting?: true }
  /** Refused for good. The message says what to do. */
  | { readonly state: 'failed'; readonly message: string }
  | { readonly state: 'done'; readonly url: string; readonly media: MediaFacts }
