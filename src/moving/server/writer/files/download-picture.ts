import type { IncomingMessage } from 'node:http'
import { UPLOAD_MAX_BYTES } from '#platform/contract/limits.ts'
import { fetchAddress, type FetchOptions, type Problem, Refusal, TRIES } from './fetch-address.ts'

const TIMEOUT_MS = 30_000

export type Fetched = { readonly bytes: Uint8Array } | Problem

/** Downloads a picture. Returns a problem for any failure of the site, and does not throw. */
export type DownloadPicture = (address: string, tries?: number) => Promise<Fetched>

export const createPictureDownloader =
  (options: FetchOptions = {}): DownloadPicture =>
  (address, tries = TRIES) =>
    fetchAddress(address, {
      ...options,
      tries,
      accept: 'image/*',
      timeoutMs: TIMEOUT_MS,
      readBody: async (response) => ({ bytes: await readAll(response) }),
    })

async function readAll(response: IncomingMessage): Promise<Uint8Array> {
  const max = UPLOAD_MAX_BYTES.post
  const tooLarge = () => new Refusal(`the picture is larger than ${max / 1024 / 1024} MB`)
  if (Number(response.headers['content-length'] ?? 0) > max) {
    response.destroy()
    throw tooLarge()
  }
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    length += chunk.byteLength
    if (length > max) {
      response.destroy()
      throw tooLarge()
    }
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
