import type { Context, Hono, MiddlewareHandler } from 'hono'
import { AppError } from '#platform/contract/errors.ts'
import type { Viewer } from '#platform/contract/permissions.ts'
import type { Database } from '#platform/database/database.ts'
import type { Locks } from '#platform/database/lock.ts'
import type { Authenticate } from '#platform/http/call-endpoint.ts'
import type { AppEnv } from '#platform/http/request-context.ts'
import { readSessionCookie } from '#platform/http/session-cookie.ts'
import type { Logger } from '#platform/process/logger.ts'
import type { Storage } from './open-storage.ts'
import type { PictureWorkers } from './picture-workers.ts'
import { createProcessing } from '#media/server/uploads/process-upload.ts'
import { mayOpenPicture } from './picture-audience.ts'
import { findPictureFacts } from './pictures.store.ts'
import { createReceiver, tusOptions } from '#media/server/uploads/receive-uploads.ts'
import { createFileSender } from './send-file.ts'
import { findUpload } from '#media/server/uploads/uploads.store.ts'

export interface FilesDependencies {
  readonly db: Database
  readonly storage: Storage
  readonly workers: PictureWorkers
  readonly locks: Pick<Locks, 'withLock'>
  readonly logger: Logger
  readonly now: () => number
  readonly authenticate: Authenticate
  readonly publicUrl: string
}

/** Folder names of `storePicture`. The database is not queried for any other name. */
const PICTURE_FOLDER = /^[\w-]{16}$/

/** How long a request for the result may wait; proxies time out after about thirty seconds. */
const RESULT_WAIT_MS = 20_000

/** Mounts uploads by tus, and downloads of files for clients who may see something that shows them. */
export function mountFiles(app: Hono<AppEnv>, dependencies: FilesDependencies): void {
  const { db, storage, now, logger } = dependencies
  const receive = createReceiver({ db, uploads: storage.uploads, now, logger })
  const processing = createProcessing({ ...dependencies, files: storage.files })
  const sendFile = createFileSender(storage.files)

  async function handleTus(context: Context<AppEnv>): Promise<Response> {
    const viewer = await requireViewer(context, dependencies)
    const { response, received } = await receive({ request: context.req.raw, viewer, id: context.req.param('id') })
    if (received !== undefined) processing.start(received)
    return response
  }

  app.use('/files', refuseQuery)
  app.use('/files/uploads/*', refuseQuery)
  app.options('/files', () => tusOptions())
  app.options('/files/uploads/:id', () => tusOptions())
  app.post('/files', handleTus)
  app.on(['PATCH', 'DELETE'], '/files/uploads/:id', handleTus)

  // Hono also routes HEAD requests to this handler.
  app.get('/files/uploads/:id', async (context) => {
    if (context.req.raw.method === 'HEAD') return handleTus(context)
    const viewer = await requireViewer(context, dependencies)
    const upload = await findUpload(db, context.req.param('id'))
    if (!upload || upload.user_id !== viewer.id) throw new AppError('not_found')
    context.header('Cache-Control', 'no-store')
    return context.json(await processing.result(upload, RESULT_WAIT_MS))
  })

  app.get('/files/:folder/:name', async (context) => {
    const { folder, name } = context.req.param()
    const { isPublic } = await requireOpenPicture(folder, context.req.raw, dependencies)
    return sendFile({ key: `${folder}/${name}`, isPublic, address: context.env.clientAddress, request: context.req.raw })
  })
}

/**
 * Checks permission before the storage is read, so that a forbidden picture and a missing one get the same response in the
 * same time. The session is read only for pictures that are not public. @throws not_found
 */
async function requireOpenPicture(folder: string, request: Request, dependencies: FilesDependencies): Promise<{ isPublic: boolean }> {
  if (!PICTURE_FOLDER.test(folder)) throw new AppError('not_found')
  const facts = await findPictureFacts(dependencies.db, folder)
  if (mayOpenPicture(null, facts)) return { isPublic: true }
  if (!mayOpenPicture(await findViewer(request, dependencies), facts)) throw new AppError('not_found')
  return { isPublic: false }
}

/** Null for a visitor, and for a user whose account is disabled. */
async function findViewer(request: Request, { authenticate, publicUrl }: FilesDependencies): Promise<Viewer | null> {
  const token = readSessionCookie(request, publicUrl)
  if (token === undefined) return null
  try {
    return (await authenticate(token))?.viewer ?? null
  } catch (error) {
    if (error instanceof AppError && error.code === 'account_disabled') return null
    throw error
  }
}

/** Rejects queries: the path alone identifies an upload. */
const refuseQuery: MiddlewareHandler<AppEnv> = async (context, next) => {
  if (context.req.url.includes('?')) throw new AppError('bad_request', 'The address of an upload takes no query.')
  await next()
}

async function requireViewer(context: Context<AppEnv>, { authenticate, publicUrl }: FilesDependencies): Promise<Viewer> {
  const token = readSessionCookie(context.req.raw, publicUrl)
  const session = token === undefined ? null : await authenticate(token)
  if (!session) throw new AppError('not_signed_in')
  return session.viewer
}
