import { AppError } from '#platform/contract/errors.ts'
import type { Viewer } from '#platform/contract/permissions.ts'
import type { fileResponses } from '#media/contract/public-responses.ts'
import type { Database } from '#platform/database/database.ts'
import type { Locks } from '#platform/database/lock.ts'
import type { Session } from '#platform/http/call-endpoint.ts'
import type { PublicHandlers, PublicRequest } from '#platform/http/public-responses.ts'
import type { Logger } from '#platform/process/logger.ts'
import type { Storage } from './open-storage.ts'
import type { MediaWorkers } from '#media/server/cleaning/media-workers.ts'
import { createProcessing } from '#media/server/uploads/process-upload.ts'
import { mayOpenPicture } from './picture-audience.ts'
import { findPictureFacts } from './pictures.store.ts'
import { createReceiver, LARGEST_BYTES } from '#media/server/uploads/receive-uploads.ts'
import { tusOptions } from '#media/server/uploads/tus-responses.ts'
import { createFileSender } from './send-file.ts'
import { findUpload } from '#media/server/uploads/uploads.store.ts'

export interface FilesDependencies {
  readonly db: Database
  readonly storage: Storage
  readonly workers: MediaWorkers
  readonly locks: Pick<Locks, 'withLock'>
  readonly logger: Logger
  readonly now: () => number
  /** Where it is, users confirm their address before they upload. */
  readonly isMailSetUp: boolean
}

/** Folder names of `storePicture`. The database is not queried for any other name. */
const PICTURE_FOLDER = /^[\w-]{16}$/

/** How long a request for the result may wait; proxies time out after about thirty seconds. */
const RESULT_WAIT_MS = 20_000

/** Uploads by tus, and downloads of files for clients who may see something that shows them. */
export function fileRoutes(dependencies: FilesDependencies): PublicHandlers<typeof fileResponses> {
  const { db, storage } = dependencies
  const receive = createReceiver(dependencies)
  const processing = createProcessing({ ...dependencies, files: storage.files })
  const sendFile = createFileSender(storage.files)

  async function handleTus({ request, findSession }: PublicRequest, id?: string): Promise<Response> {
    const { viewer } = await requireSession(findSession)
    const { response, received } = await receive({ request, viewer, id })
    if (received !== undefined) processing.start(received, viewer)
    return response
  }

  return {
    uploads(call) {
      refuseQuery(call.request)
      return call.request.method === 'OPTIONS' ? tusOptions(LARGEST_BYTES) : handleTus(call)
    },

    async upload(call) {
      const { request, params, findSession } = call
      refuseQuery(request)
      if (request.method === 'OPTIONS') return tusOptions(LARGEST_BYTES)
      if (request.method !== 'GET') return handleTus(call, params.id)
      const { viewer } = await requireSession(findSession)
      const upload = await findUpload(db, params.id)
      if (!upload || upload.user_id !== viewer.id) throw new AppError('not_found')
      return { body: JSON.stringify(await processing.result(upload, { viewer, waitMs: RESULT_WAIT_MS })), type: 'application/json' }
    },

    async file({ request, params: { folder, name }, address, place, findSession }) {
      const { isPublic } = await requireOpenPicture(db, folder, findSession)
      return sendFile({ key: `${folder}/${name}`, isPublic, address, request, place })
    },
  }
}

type FindSession = PublicRequest['findSession']

/**
 * Checks permission before the storage is read, so that a forbidden picture and a missing one get the same response in the
 * same time. The session is read only for pictures that are not public. @throws not_found
 */
async function requireOpenPicture(db: Database, folder: string, findSession: FindSession): Promise<{ isPublic: boolean }> {
  if (!PICTURE_FOLDER.test(folder)) throw new AppError('not_found')
  const facts = await findPictureFacts(db, folder)
  if (mayOpenPicture(null, facts)) return { isPublic: true }
  if (!mayOpenPicture(await findViewer(findSession), facts)) throw new AppError('not_found')
  return { isPublic: false }
}

/** Null for a visitor, and for a user whose account is disabled. */
async function findViewer(findSession: FindSession): Promise<Viewer | null> {
  try {
    return (await findSession())?.viewer ?? null
  } catch (error) {
    if (error instanceof AppError && error.code === 'account_disabled') return null
    throw error
  }
}

/** Rejects queries: the path alone identifies an upload. */
function refuseQuery({ url }: Request): void {
  if (url.includes('?')) throw new AppError('bad_request', 'The address of an upload takes no query.')
}

async function requireSession(findSession: FindSession): Promise<Session> {
  const session = await findSession()
  if (!session) throw new AppError('not_signed_in')
  return session
}
