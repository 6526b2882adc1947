import { randomBytes } from 'node:crypto'
import { type Locker, Server, type Upload } from '@tus/server'
import { AppError, type ErrorBody, type ErrorCode, ERRORS } from '#contract/errors.ts'
import { UPLOAD_KINDS, UPLOAD_MAX_BYTES, UPLOAD_TTL_MS, type UploadKind } from '#contract/limits.ts'
import { mayUpload, type Viewer } from '#contract/permissions.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Logger } from '#server/platform/logger.ts'
import { isOutage, outageError } from '#server/platform/outage.ts'
import { CHECKSUM_ALGORITHMS, createChecksumVerifier } from './checksum.ts'
import { safeFileName } from './store-picture.ts'
import type { UploadStore } from './upload-store.ts'
import { createUpload, deleteUpload, findUpload, markUpload, type UploadRow } from './uploads.store.ts'

interface Parts {
  readonly db: Database
  readonly uploads: UploadStore
  readonly now: () => number
  readonly logger: Logger
}

/** One request of the tus protocol by a signed-in user. */
export interface TusRequest {
  readonly request: Request
  readonly viewer: Viewer
  /** Id in the address, as the client wrote it; undefined where an upload is created. */
  readonly id: string | undefined
}

export interface TusResponse {
  readonly response: Response
  /** Id of an upload whose last byte has just arrived. */
  readonly received: string | undefined
}

/** What is known of a request while the library handles it. */
interface Handling {
  readonly viewer: Viewer
  /** The upload whose owner was checked, or that was created. */
  id: string | undefined
  isReceived: boolean
}

/** An error in the form in which the library takes it; {@link toResponse} gives it the form of all errors. */
const refuse = (error: AppError) => ({ status_code: error.status, body: error.message })

/** The store needs none: see {@link UploadStore}. */
const NO_LOCKS: Locker = { newLock: () => ({ lock: async () => {}, unlock: async () => {} }) }

/** tus 1.0 at `/files`: uploads are created there, and then live at `/files/uploads/<id>`. */
export function createReceiver(parts: Parts): (asked: TusRequest) => Promise<TusResponse> {
  const { db, uploads, now } = parts
  const handlings = new WeakMap<Request, Handling>()
  const server = createTusServer(parts, handlings)
  const verifyChecksum = createChecksumVerifier()

  return async ({ request, viewer, id }) => {
    if (id !== undefined) {
      const upload = await requireOwnUpload(db, id, { viewer, now: now() })
      if (request.method === 'HEAD' && hasArrived(upload)) return { response: arrivedResponse(upload), received: undefined }
    }
    return verifyChecksum(request, async (checked) => {
      const handling: Handling = { viewer, id, isReceived: false }
      handlings.set(checked, handling)
      const response = await server.handleWeb(checked)
      if (id === undefined && response.status >= 400 && handling.id !== undefined) {
        // Its address is not known to the client, who cannot go on with it.
        await uploads.remove(handling.id)
        await deleteUpload(db, handling.id)
      }
      if (id !== undefined && request.method === 'DELETE' && response.ok) await markUpload(db, id, 'ended')
      return { response: await toResponse(response), received: handling.isReceived ? handling.id : undefined }
    })
  }
}

function createTusServer({ db, uploads, now, logger }: Parts, handlings: WeakMap<Request, Handling>): Server {
  return new Server({
    path: '/files',
    datastore: uploads,
    locker: NO_LOCKS,
    // Only for OPTIONS: the real limit depends on the kind, and stands in onUploadCreate.
    maxSize: (_request, id) => (id === null ? UPLOAD_MAX_BYTES.import : 0),
    namingFunction: () => randomBytes(16).toString('hex'),
    generateUrl: (_request, { id }) => `/files/uploads/${id}`,
    // Only the id that was checked: the library's own reading of the address may differ from ours.
    getFileIdFromRequest: (request) => handlings.get(request)?.id,
    // Our pages are our own origin; no other may read a response.
    allowedOrigins: ['null'],
    async onUploadCreate(request, upload) {
      const handling = handlings.get(request)
      if (!handling) throw refuse(new AppError('not_signed_in'))
      await asRefusal(async () => {
        const row = { id: upload.id, user_id: handling.viewer.id, ...readUpload(upload, handling.viewer), created_at: now() }
        await createUpload(db, row)
        handling.id = row.id
      })
      return {}
    },
    async onUploadFinish(request, upload) {
      await markUpload(db, upload.id, 'received')
      const handling = handlings.get(request)
      if (handling) handling.isReceived = true
      return {}
    },
    onResponseError: (_request, error) => {
      if (!(error instanceof Error)) return undefined
      logger.error({ err: error }, 'upload failed')
      return isOutage(error) ? refuse(outageError()) : undefined
    },
  })
}

/** What the service can do (tus, OPTIONS), for every client. */
export const tusOptions = (): Response =>
  new Response(null, {
    status: 204,
    headers: {
      'Tus-Resumable': '1.0.0',
      'Tus-Version': '1.0.0',
      'Tus-Extension': 'creation,creation-with-upload,termination,expiration,checksum',
      'Tus-Checksum-Algorithm': CHECKSUM_ALGORITHMS.join(','),
      'Tus-Max-Size': String(UPLOAD_MAX_BYTES.import),
    },
  })

async function asRefusal(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    throw error instanceof AppError ? refuse(error) : error
  }
}

/** @throws AppError for a kind, a size or a user that is not allowed */
function readUpload({ metadata, size }: Upload, viewer: Viewer): { kind: UploadKind; name: string; size: number } {
  const kind = UPLOAD_KINDS.find((each) => each === metadata?.['kind'])
  if (kind === undefined) throw new AppError('bad_request', `Upload-Metadata must name a kind: ${UPLOAD_KINDS.join(', ')}.`)
  if (!mayUpload(viewer, kind)) throw new AppError('forbidden')
  if (!size) throw new AppError('bad_request', 'This file is empty.')
  const maxBytes = UPLOAD_MAX_BYTES[kind]
  if (size > maxBytes) throw new AppError('too_large', `This is too large to send: at most ${maxBytes / 1024 / 1024} MB.`)
  return { kind, size, name: safeFileName(metadata?.['filename'] ?? '') }
}

/** Another user's upload is reported as missing. @throws not_found, gone */
async function requireOwnUpload(db: Database, id: string, by: { viewer: Viewer; now: number }): Promise<UploadRow> {
  const upload = await findUpload(db, id)
  if (!upload || upload.user_id !== by.viewer.id) throw new AppError('not_found')
  if (upload.created_at + UPLOAD_TTL_MS <= by.now) throw new AppError('gone')
  return upload
}

const hasArrived = ({ state }: UploadRow) => state === 'received' || state === 'done'

/** The bytes are deleted once the picture is there; a client that missed the last response must not start again. */
const arrivedResponse = ({ size }: UploadRow) =>
  new Response(null, {
    status: 200,
    headers: { 'Tus-Resumable': '1.0.0', 'Upload-Offset': String(size), 'Upload-Length': String(size), 'Cache-Control': 'no-store' },
  })

/** The library's errors are lines of text; ours have one form everywhere. */
async function toResponse(response: Response): Promise<Response> {
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
