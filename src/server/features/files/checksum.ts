import { createHash, getHashes } from 'node:crypto'
import { AppError } from '#contract/errors.ts'
import { UPLOAD_MAX_BYTES } from '#contract/limits.ts'
import { readBytes } from '#server/platform/http/body.ts'

/** The tus extension `checksum`: sha1 must be there, the others are free to choose. */
export const CHECKSUM_ALGORITHMS = ['sha1', 'sha256', 'md5'].filter((name) => getHashes().includes(name))

/**
 * Where the sender gave a checksum, the whole part is read and compared before any of it is stored.
 * @returns the request to go on with
 * @throws checksum_mismatch, or bad_request for an algorithm we do not know
 */
export async function verifyChecksum(request: Request): Promise<Request> {
  const header = request.headers.get('upload-checksum')
  if (header === null) return request
  const [algorithm = '', expected = ''] = header.split(' ')
  if (!CHECKSUM_ALGORITHMS.includes(algorithm)) {
    throw new AppError('bad_request', `Upload-Checksum must use one of ${CHECKSUM_ALGORITHMS.join(', ')}.`)
  }
  const bytes = await readBytes(request, UPLOAD_MAX_BYTES.post)
  if (createHash(algorithm).update(bytes).digest('base64') !== expected) throw new AppError('checksum_mismatch')
  return new Request(request.url, { method: request.method, headers: request.headers, body: bytes })
}
