export type UploadErrorCode = 'canceled' | 'refused' | 'signed-out' | 'retry-limit-exceeded'

/** An upload that did not end with an address. `refused` and `signed-out` carry the server's own words. */
export class UploadError extends Error {
  override readonly name = 'UploadError'
  readonly code: UploadErrorCode

  constructor(code: UploadErrorCode, message = 'Image upload failed') {
    super(message)
    this.code = code
  }
}

/** The server's words in the body of an error; a general message where there are none. */
export function refusalOf(body: string, code: UploadErrorCode = 'refused'): UploadError {
  try {
    const { message } = JSON.parse(body) as { message?: unknown }
    return new UploadError(code, typeof message === 'string' && message !== '' ? message : undefined)
  } catch {
    return new UploadError(code)
  }
}
