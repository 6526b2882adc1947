import type { ErrorBody } from '#platform/contract/errors.ts'
import type { PictureKind, UploadKind } from '#media/contract/media-limits.ts'
import type { MediaFacts } from '#media/contract/file-address.ts'
import type { UploadResult } from '#media/contract/uploads.ts'
import type { TestClient } from '#tests/support/test-client.ts'

const TUS = { 'Tus-Resumable': '1.0.0' }
const BYTES = { ...TUS, 'Content-Type': 'application/offset+octet-stream' }

export interface TusResponse {
  readonly status: number
  readonly headers: Headers
  /** Error body; null on success. */
  readonly error: ErrorBody | null
}

/** A plain client of the tus protocol. */
export interface TusClient {
  readonly create: (parts: {
    kind?: string
    name?: string
    size: number | string
    headers?: Record<string, string>
  }) => Promise<TusResponse & { url: string }>
  readonly patch: (url: string, offset: number | string, bytes: Uint8Array, headers?: Record<string, string>) => Promise<TusResponse>
  readonly head: (url: string) => Promise<TusResponse>
  readonly end: (url: string) => Promise<TusResponse>
  /** Uploads in one request (creation-with-upload). */
  readonly send: (parts: { kind: UploadKind; name?: string; bytes: Uint8Array }) => Promise<TusResponse & { url: string }>
  /** Waits until the file is processed, as browsers do: on a busy machine a response says that it is still worked on. */
  readonly result: (url: string) => Promise<{ status: number; body: UploadResult | ErrorBody }>
}

export const metadataOf = (fields: Record<string, string>) =>
  Object.entries(fields)
    .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
    .join(',')

export function tusClient(client: Pick<TestClient, 'send'>): TusClient {
  async function call(path: string, init: RequestInit): Promise<TusResponse> {
    const response = await client.send(path, init)
    const text = await response.text()
    const { status, headers } = response
    return { status, headers, error: status >= 400 && text !== '' ? (JSON.parse(text) as ErrorBody) : null }
  }
  const withUrl = (response: TusResponse) => ({ ...response, url: response.headers.get('location') ?? '' })

  return {
    async create({ kind = 'post', name = 'photo.jpg', size, headers }) {
      const metadata = metadataOf({ kind, filename: name })
      const all = { ...TUS, 'Upload-Length': String(size), 'Upload-Metadata': metadata, ...headers }
      return withUrl(await call('/files', { method: 'POST', headers: all }))
    },
    patch: (url, offset, bytes, headers) =>
      call(url, {
        method: 'PATCH',
        headers: { ...BYTES, 'Upload-Offset': String(offset), ...headers },
        body: bytes as Uint8Array<ArrayBuffer>,
      }),
    head: (url) => call(url, { method: 'HEAD', headers: TUS }),
    end: (url) => call(url, { method: 'DELETE', headers: TUS }),
    async send({ kind, name = 'photo.jpg', bytes }) {
      const metadata = metadataOf({ kind, filename: name })
      const headers = { ...BYTES, 'Upload-Length': String(bytes.byteLength), 'Upload-Metadata': metadata }
      return withUrl(await call('/files', { method: 'POST', headers, body: bytes as Uint8Array<ArrayBuffer> }))
    },
    async result(url) {
      for (;;) {
        const response = await client.send(url, {})
        const body = (await response.json()) as UploadResult | ErrorBody
        if (!('state' in body) || body.state !== 'working') return { status: response.status, body }
      }
    },
  }
}

/** Uploads a picture and waits for its address. @throws when it is refused */
export async function uploadPicture(
  client: Pick<TestClient, 'send'>,
  picture: { kind: PictureKind; name?: string; bytes: Uint8Array },
): Promise<string> {
  const tus = tusClient(client)
  const { url, error } = await tus.send(picture)
  if (error) throw new Error(error.message)
  const { body } = await tus.result(url)
  if ('url' in body) return body.url
  throw new Error('message' in body ? body.message : body.state)
}

/** Uploads a video, audio file or document and waits until it is stored. @throws when it is refused */
export async function sendMedia(
  client: Pick<TestClient, 'send'>,
  name: string,
  bytes: Uint8Array,
): Promise<{ url: string; media: MediaFacts }> {
  const tus = tusClient(client)
  const { url, error } = await tus.send({ kind: 'media', name, bytes })
  if (error) throw new Error(error.message)
  const { body } = await tus.result(url)
  if ('media' in body && body.media) return { url: body.url, media: body.media }
  throw new Error('message' in body ? body.message : body.state)
}

/** Uploads the export of another blog. @returns the id of the upload */
export async function uploadExport(client: Pick<TestClient, 'send'>, text = '{"db":[{"data":{"posts":[]}}]}'): Promise<string> {
  const { url, error } = await tusClient(client).send({ kind: 'import', name: 'old-blog', bytes: Buffer.from(text) })
  if (error) throw new Error(error.message)
  return url.slice(url.lastIndexOf('/') + 1)
}
