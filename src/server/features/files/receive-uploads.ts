import { randomBytes } from 'node:crypto'
import { Server, type Upload } from '@tus/server'
import { AppError, type ErrorBody, type ErrorCode, ERRORS } from '#contract/errors.ts'
import { UPLOAD_KINDS, UPLOAD_MAX_BYTES, UPLOAD_TTL_MS, type UploadKind } from '#contract/limits.ts'
import { mayUpload, type Viewer } from '#contract/permissions.ts'
import { safePictureName } from './store-picture.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Logger } from '#server/platform/logger.ts'
import { isOutage, outageError } from '#server/platform/outage.ts'
import type { UploadStore } from '#server/platform/storage/storage.ts'
import { ByteBudget } from '#server/platform/http/byte-budget.ts'
import { CHECKSUM_ALGORITHMS, verifyChecksum } from './checksum.ts'
import { createUploadLocker } from './upload-locker.ts'
import { createUpload, deleteUpload, findUpload, markUpload, type UploadRow } from './uploads.store.ts'

interface Parts {
  readonly db: Database
  readonly uploads: UploadStore
  readonly now: () => number
  readonly logger: Logger
}

/** One request of the tus protocol, by someone who is signed in. */
export interface TusRequest {
  readonly request: Request
  readonly viewer: Viewer
}

export interface TusAnswer {
  readonly response: Response
  /** Id of an upload whose last byte has just arrived. */
  readonly received: string | undefined
}

/** What is known of a request while the library handles it. */
interface Handling {
  readonly viewer: Viewer
  created: string | undefined
  received: string | undefined
}

const idOf = (tusId: string) => tusId.replace(/^uploads\//, '')
/** How the library wants to be told; {@link toAnswer} makes the blog's own form of it. */
const refuse = (error: AppError) => ({ status_code: error.status, body: error.message })

/** tus 1.0 at `/files`: uploads are made there, and then live under `/files/uploads/<id>`. */
export function createReceiver({ db, uploads, now, logger }: Parts): (asked: TusRequest) => Promise<TusAnswer> {
  const handlings = new WeakMap<object, Handling>()
  const server = new Server({
    path: '/files',
    datastore: uploads.tus,
    locker: createUploadLocker({ db, now }),
    // Only for OPTIONS: the real limit depends on the kind, and stands in onUploadCreate.
    maxSize: (_request, id) => (id === null ? UPLOAD_MAX_BYTES.post : 0),
    namingFunction: () => `uploads/${randomBytes(16).toString('hex')}`,
    generateUrl: (_request, { id }) => `/files/${id}`,
    getFileIdFromRequest: (_request, id) => (/^[0-9a-f]{32}$/.test(id ?? '') ? `uploads/${id}` : undefined),
    // Our pages are our own origin; nobody else's may read an answer.
    allowedOrigins: ['null'],
    async onUploadCreate(request, upload) {
      const handling = handlings.get(request)
      if (!handling) throw refuse(new AppError('not_signed_in'))
      await asRefusal(async () => {
        const row = { id: idOf(upload.id), user_id: handling.viewer.id, ...readUpload(upload, handling.viewer), created_at: now() }
        await createUpload(db, row)
        handling.created = row.id
      })
      return {}
    },
    async onUploadFinish(request, upload) {
      await markUpload(db, idOf(upload.id), 'received')
      const handling = handlings.get(request)
      if (handling) handling.received = idOf(upload.id)
      return {}
    },
    onResponseError: (_request, error) => {
      if (!(error instanceof Error)) return undefined
      logger.error({ err: error }, 'an upload failed')
      return isOutage(error) ? refuse(outageError()) : undefined
    },
  })

  const budget = new ByteBudget(HELD_MAX_BYTES)
  return (asked) => budget.hold(heldBytes(asked.request, uploads), () => receive(asked))

  async function receive({ request, viewer }: TusRequest): Promise<TusAnswer> {
    const isNew = request.method === 'POST'
    const upload = isNew ? undefined : await requireOwnUpload(db, request, { viewer, now: now() })
    if (upload && request.method === 'HEAD' && hasArrived(upload)) return { response: arrivedAnswer(upload), received: undefined }
    const checked = await verifyChecksum(request)
    const handling: Handling = { viewer, created: undefined, received: undefined }
    handlings.set(checked, handling)
    const response = await server.handleWeb(checked)
    if (isNew && response.status >= 400 && handling.created !== undefined) {
      // Nobody knows its address, so nobody could go on with it.
      await uploads.discard(`uploads/${handling.created}`)
      await deleteUpload(db, handling.created)
    }
    if (request.method === 'DELETE' && response.ok) await markUpload(db, uploadIdOf(request), 'ended')
    return { response: await toAnswer(response), received: handling.received }
  }
}

/** Parts of uploads that lie in memory at the same time, in one process. */
const HELD_MAX_BYTES = 128 * 1024 * 1024

/** What a request will hold while it runs: a part that goes to a bucket, or whose checksum is looked at, and its copy. */
function heldBytes({ headers, body }: Request, { holdsParts }: UploadStore): number {
  if (body === null || (!holdsParts && !headers.has('upload-checksum'))) return 0
  return 2 * Math.min(Number(headers.get('content-length') ?? UPLOAD_MAX_BYTES.post), UPLOAD_MAX_BYTES.post)
}

/** What the service can do (tus, OPTIONS); anyone may ask. */
export const tusOptions = (): Response =>
  new Response(null, {
    status: 204,
    headers: {
      'Tus-Resumable': '1.0.0',
      'Tus-Version': '1.0.0',
      'Tus-Extension': 'creation,creation-with-upload,termination,expiration,checksum',
      'Tus-Checksum-Algorithm': CHECKSUM_ALGORITHMS.join(','),
      'Tus-Max-Size': String(UPLOAD_MAX_BYTES.post),
    },
  })

async function asRefusal(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    throw error instanceof AppError ? refuse(error) : error
  }
}

/** @throws AppError for a kind, a size or a person that may not be */
function readUpload({ metadata, size }: Upload, viewer: Viewer): { kind: UploadKind; name: string; size: number } {
  const kind = UPLOAD_KINDS.find((each) => each === metadata?.['kind'])
  if (kind === undefined) throw new AppError('bad_request', `Upload-Metadata must name a kind: ${UPLOAD_KINDS.join(' or ')}.`)
  if (!mayUpload(viewer, kind)) throw new AppError('forbidden')
  if (!size) throw new AppError('bad_request', 'This file is empty.')
  const maxBytes = UPLOAD_MAX_BYTES[kind]
  if (size > maxBytes) throw new AppError('too_large', `This is too large to send: at most ${maxBytes / 1024 / 1024} MB.`)
  return { kind, size, name: safePictureName(metadata?.['filename'] ?? '') }
}

const uploadIdOf = (request: Request) => new URL(request.url).pathname.split('/').at(-1) ?? ''

/** Someone else's upload is as good as none. @throws not_found, gone */
async function requireOwnUpload(db: Database, request: Request, by: { viewer: Viewer; now: number }): Promise<UploadRow> {
  const upload = await findUpload(db, uploadIdOf(request))
  if (!upload || upload.user_id !== by.viewer.id) throw new AppError('not_found')
  if (upload.created_at + UPLOAD_TTL_MS <= by.now) throw new AppError('gone')
  return upload
}

const hasArrived = ({ state }: UploadRow) => state === 'received' || state === 'processing' || state === 'done'

/** Its bytes go when the picture is made; a sender who did not hear of their arrival must not begin anew. */
const arrivedAnswer = ({ size }: UploadRow) =>
  new Response(null, {
    status: 200,
    headers: { 'Tus-Resumable': '1.0.0', 'Upload-Offset': String(size), 'Upload-Length': String(size), 'Cache-Control': 'no-store' },
  })

/** The library's errors are lines of text; ours have one form everywhere. */
async function toAnswer(response: Response): Promise<Response> {
  const headers = new Headers(response.headers)
  for (const name of response.headers.keys()) if (name.startsWith('access-control-')) headers.delete(name)
  if (response.status < 400) return new Response(response.body, { status: response.status, headers })
  const code = codeOf(response.status)
  const { status, message: usual } = ERRORS[code]
  const text = (await response.text()).trim()
  const message = code === 'internal' || text === '' ? usual : text
  headers.delete('content-length')
  headers.set('Cache-Control', 'no-store')
  const body: ErrorBody = { success: false, statusCode: status, message, code }
  return Response.json(body, { status, headers })
}

/** Statuses of tus that are none of ours (415, 501) are mistakes of the caller. */
function codeOf(status: number): ErrorCode {
  const codes = Object.keys(ERRORS) as ErrorCode[]
  return codes.find((code) => ERRORS[code].status === status) ?? (status === 500 ? 'internal' : 'bad_request')
}
