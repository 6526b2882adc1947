import { randomBytes } from 'node:crypto'
import { type Locker, Server, type Upload } from '@tus/server'
import { AppError } from '#platform/contract/errors.ts'
import { DISK_RESERVE_BYTES, UPLOAD_KINDS, UPLOAD_MAX_BYTES, UPLOAD_TTL_MS, type UploadKind } from '#media/contract/media-limits.ts'
import { mayUpload } from '#media/contract/may-upload.ts'
import { type Viewer } from '#platform/contract/permissions.ts'
import type { Database } from '#platform/database/database.ts'
import type { Logger } from '#platform/process/logger.ts'
import { isOutage, outageError } from '#platform/process/outage.ts'
import { requireFileEnding } from '#media/server/cleaning/judge-file.ts'
import { endingOf } from '#media/contract/file-address.ts'
import { safeFileName } from '#media/server/files/store-picture.ts'
import type { Storage } from '#media/server/files/open-storage.ts'
import { requireUploader } from './require-uploader.ts'
import { deletedResponse, findProtocolError, fullyReceivedResponse, protocolError, toResponse } from './tus-responses.ts'
import { createUpload, endUpload, findUpload, markUpload, storedKind, type UploadRow } from './uploads.store.ts'

interface Parts {
  readonly db: Database
  readonly storage: Pick<Storage, 'uploads' | 'freeBytes'>
  readonly now: () => number
  readonly logger: Logger
  readonly isMailSetUp: boolean
}

/** One request of the tus protocol by a signed-in user. */
interface TusRequest {
  readonly request: Request
  readonly viewer: Viewer
  /** Id in the address, as the client wrote it; undefined where an upload is created. */
  readonly id: string | undefined
}

export interface TusResponse {
  readonly response: Response
  /** An upload whose last byte has just arrived. */
  readonly received: Pick<UploadRow, 'id' | 'kind'> | undefined
}

/** State of a request while the library handles it. */
interface RequestState extends Pick<TusRequest, 'viewer'> {
  /** The upload whose owner was checked, or that was created. */
  id: string | undefined
  kind: UploadRow['kind'] | undefined
  isReceived: boolean
}

export const LARGEST_BYTES = Math.max(...Object.values(UPLOAD_MAX_BYTES))

/** Converts an error to the library's form. {@link toResponse} gives it the form of all errors again. */
const toTusError = (error: AppError) => ({ status_code: error.status, body: error.message })

/** The store has locks of its own: see {@link UploadStore}. */
const NO_LOCKS: Locker = { newLock: () => ({ lock: async () => {}, unlock: async () => {} }) }

/** tus 1.0. Uploads are created at `/files`, and then have the address `/files/uploads/<id>`. */
export function createReceiver(parts: Parts): (request: TusRequest) => Promise<TusResponse> {
  const { db, now } = parts
  const { uploads } = parts.storage
  const requestStates = new WeakMap<Request, RequestState>()
  const server = createTusServer(parts, requestStates)

  const giveUp = async (id: string) => {
    await endUpload(db, id, await uploads.countBytes(id))
    await uploads.remove(id)
  }

  const receive = async ({ request, viewer, id }: TusRequest): Promise<TusResponse> => {
    const upload = id === undefined ? undefined : await requireOwnUpload(db, id, { viewer, now: now() })
    if (request.method === 'HEAD' && upload && isFullyReceived(upload))
      return { response: fullyReceivedResponse(upload), received: undefined }
    if (request.method === 'DELETE' && upload) {
      await giveUp(upload.id)
      return { response: deletedResponse(), received: undefined }
    }
    const state: RequestState = { viewer, id, kind: upload?.kind, isReceived: false }
    requestStates.set(request, state)
    const response = await server.handleWeb(request)
    // The client has not received the address, so it cannot resume the upload.
    if (id === undefined && response.status >= 400 && state.id !== undefined) await giveUp(state.id)
    return { response: await toResponse(response), received: receivedOf(state) }
  }
  return async (given) => {
    const refusal = findProtocolError(given.request)
    if (refusal) return { response: refusal, received: undefined }
    return receive(given).catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error
      return { response: protocolError(error), received: undefined }
    })
  }
}

const receivedOf = ({ id, kind, isReceived }: RequestState): TusResponse['received'] =>
  isReceived && id !== undefined && kind !== undefined ? { id, kind } : undefined

function createTusServer(parts: Parts, requestStates: WeakMap<Request, RequestState>): Server {
  const { db, now, logger } = parts
  const { uploads } = parts.storage
  return new Server({
    path: '/files',
    datastore: uploads,
    locker: NO_LOCKS,
    // Only for OPTIONS: onUploadCreate checks the limit of the upload's kind.
    maxSize: (_request, id) => (id === null ? LARGEST_BYTES : 0),
    namingFunction: () => randomBytes(16).toString('hex'),
    generateUrl: (_request, { id }) => `/files/uploads/${id}`,
    // Only the id that was checked: the library might parse the address differently.
    getFileIdFromRequest: (request) => requestStates.get(request)?.id,
    // The blog's pages have the same origin; no other origin may read a response.
    allowedOrigins: ['null'],
    async onUploadCreate(request, upload) {
      const state = requestStates.get(request)
      if (!state) throw toTusError(new AppError('not_signed_in'))
      await withTusErrors(async () => {
        const read = readUpload(upload, state.viewer)
        const row = { id: upload.id, user_id: state.viewer.id, ...read, created_at: now() }
        if (read.kind === 'backup') await requireForBackup(parts, read.size)
        if (!state.viewer.isAdmin) await requireUploader(parts, state.viewer.id)
        if (read.kind === 'media') await requireRoom(parts, read.size)
        await createUpload(db, row)
        state.id = row.id
        state.kind = storedKind(row.kind)
      })
      return {}
    },
    async onUploadFinish(request, upload) {
      await markUpload(db, upload.id, { state: 'received' })
      const state = requestStates.get(request)
      if (state) state.isReceived = true
      return {}
    },
    onResponseError: (_request, error) => {
      if (!(error instanceof Error)) return undefined
      logger.error({ err: error }, 'upload failed')
      return isOutage(error) ? toTusError(outageError()) : undefined
    },
  })
}

async function withTusErrors(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    throw error instanceof AppError ? toTusError(error) : error
  }
}

interface NewUpload {
  readonly kind: UploadKind
  readonly name: string
  readonly size: number
}

/** @throws AppError for a kind, a size or a user that is not allowed */
function readUpload({ metadata, size }: Upload, viewer: Viewer): NewUpload {
  const kind = UPLOAD_KINDS.find((each) => each === metadata?.['kind'])
  if (kind === undefined) throw new AppError('bad_request', `Upload-Metadata must name a kind: ${UPLOAD_KINDS.join(', ')}.`)
  if (!mayUpload(viewer, kind)) throw new AppError('forbidden')
  if (!size) throw new AppError('bad_request', 'This file is empty.')
  requireSize(size, UPLOAD_MAX_BYTES[kind])
  const name = metadata?.['filename'] ?? ''
  if (kind !== 'media') return { kind, size, name: safeFileName(name) }
  requireFileEnding(name)
  return { kind, size, name: `${safeFileName(name, 'file')}.${endingOf(name)}` }
}

/** @throws forbidden */
async function requireForBackup({ storage }: Parts, size: number): Promise<void> {
  const freeBytes = await storage.freeBytes()
  // The upload, and what is in it.
  if (freeBytes !== null && freeBytes < 2 * size + DISK_RESERVE_BYTES) throw new AppError('forbidden', NO_ROOM_FOR_BACKUP)
}

const NO_ROOM_FOR_BACKUP = 'There is not enough room for this file on the disk of the blog. It needs twice the size of the file.'
/** A video is on the disk several times until it is clean. @throws forbidden */
async function requireRoom({ storage }: Parts, size: number): Promise<void> {
  const freeBytes = await storage.freeBytes()
  if (freeBytes !== null && freeBytes < DISK_RESERVE_BYTES + size * COPIES) throw new AppError('forbidden', NO_ROOM_FOR_VIDEO)
}

/** @throws too_large */
function requireSize(size: number, maxBytes: number): void {
  if (size > maxBytes) throw new AppError('too_large', `This is too large to send: at most ${maxBytes / 1024 / 1024} MB.`)
}

const COPIES = 4
const NO_ROOM_FOR_VIDEO = 'There is too little room left on the disk of this blog for a file of this size.'

/** Another user's upload is reported as missing. @throws not_found, forbidden, gone */
async function requireOwnUpload(db: Database, id: string, by: { viewer: Viewer; now: number }): Promise<UploadRow> {
  const upload = await findUpload(db, id)
  if (!upload || upload.user_id !== by.viewer.id) throw new AppError('not_found')
  // The role may have gone since the first byte.
  if (!mayUpload(by.viewer, upload.kind)) throw new AppError('forbidden')
  if (upload.created_at + UPLOAD_TTL_MS <= by.now) throw new AppError('gone')
  return upload
}

const isFullyReceived = ({ state }: UploadRow) => state === 'received' || state === 'done'
