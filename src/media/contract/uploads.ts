/**
 * Response of `GET /files/uploads/<id>` to the user who sent the upload. The request waits while the
 * picture is processed, up to a time limit: `processing` means to send it again. A refused picture is 400 with the reason.
 */
export type UploadResult =
  | { readonly state: 'receiving' | 'processing' }
  /** Address of the picture, readable by everyone who knows it. */
  | { readonly state: 'done'; readonly url: string }
