import type { MediaFacts } from './file-address.ts'

/**
 * Response of `GET /files/uploads/<id>` to the user who sent the upload. The request waits while the file is processed, up
 * to a time limit: `working` means to send it again.
 */
export type UploadResult =
  | { readonly state: 'receiving' }
  /** `isConverting` while the codecs are changed to some that browsers play, which may take hours. */
  | { readonly state: 'working'; readonly isConverting?: true }
  /** Refused for good. The message says what to do. */
  | { readonly state: 'failed'; readonly message: string }
  /** `url` can be read by everyone who may see something that shows it. `media` is missing for a picture. */
  | { readonly state: 'done'; readonly url: string; readonly media?: MediaFacts }
