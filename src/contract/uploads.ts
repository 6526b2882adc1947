/**
 * What came of an upload, answered by `GET /files/uploads/<id>` to the one who sent it. The call waits while the
 * picture is being processed, but not for ever: `processing` means to call again. A refused picture is 400 with the reason.
 */
export type UploadResult =
  | { readonly state: 'receiving' | 'processing' }
  /** The address of the picture, open to everyone who knows it. */
  | { readonly state: 'done'; readonly url: string }
