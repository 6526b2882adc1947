type UploadErrorCode = 'canceled' | 'refused' | 'signed-out' | 'retry-limit-exceeded'

/** An upload that did not result in an address. `refused` and `signed-out` have the server's message. */
export class UploadError extends Error {
  override readonly name = 'UploadError'
  readonly code: UploadErrorCode

  constructor(code: UploadErrorCode, message = 'Image upload failed') {
    super(message)
    this.code = code
  }
}

/** Error with the server's message from a response body; a general message if there is none. */
export function refusalOf(body: string, code: UploadErrorCode = 'refused'): UploadError {
  try {
    const { message } = JSON.parse(body) as { message?: unknown }
    return new UploadError(code, typeof message === 'string' && message !== '' ? message : undefined)
  } catch {
    return new UploadError(code)
  }
}
