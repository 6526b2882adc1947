import { Hono } from 'hono'
import { endpoints } from './contract/endpoints.ts'
import { AppError } from '#platform/contract/errors.ts'
import {
  blogPageRoutes,
  createSamplePosts,
  deleteSamplePosts,
  draftRoutes,
  endTrash,
  managePostsRoutes,
  revisionRoutes,
  sampleRoutes,
  trashRoutes,
} from '#writing/server/index.ts'
import { drawSign, getBlogWords, isBlogClosed, mountIcons } from '#site/server/index.ts'
import {
  feedAddressRoutes,
  heartRoutes,
  type MayOpenFile,
  mountCards,
  mountDiscovery,
  mountFeeds,
  mountPrivateFeeds,
  postRoutes,
} from '#posts/server/index.ts'
import { categoryRoutes, checklistRoutes, linkRoutes, lookRoutes, settingsRoutes, siteRoutes } from '#settings/server/index.ts'
import { commentRoutes, moderationRoutes } from '#comments/server/index.ts'
import {
  deliveryRoutes,
  findFollowingData,
  followingRoutes,
  type MailParts,
  mailRoutes,
  mountOneClickEnd,
  takeOverFollowing,
} from '#following/server/index.ts'
import {
  audienceOfPicture,
  deleteUnusedFolder,
  deleteUnusedPicture,
  drawCoverAt,
  findPictureFacts,
  mountDrawings,
  mountFiles,
  type PictureWorkers,
  type Storage,
  storePicture,
} from '#media/server/index.ts'
import {
  accounts,
  arePasskeysAllowed,
  createSecondStep,
  findSession,
  type IdentityProvider,
  identityProviderOf,
  mountIdentityPopup,
  renewSession,
} from '#accounts/server/index.ts'
import { mayRead } from '#platform/contract/audiences.ts'
import { mountForms } from './pages/forms.routes.ts'
import { mountPages } from './pages/pages.routes.ts'
import type { Pages } from './pages/render-page.ts'
import { importRoutes, type Imports } from '#moving/server/index.ts'
import { statsRoutes, type Upkeep, upkeepRoutes } from '#upkeep/server/index.ts'
import type { ChangeFeed } from '#platform/cache/change-feed.ts'
import type { Config } from '#platform/process/config.ts'
import type { Database } from '#platform/database/database.ts'
import type { Locks } from '#platform/database/lock.ts'
import { mountApi } from '#platform/http/api.ts'
import { type Authenticate, createCallEndpoint, type Handlers } from '#platform/http/call-endpoint.ts'
import { plainApiPath } from '#platform/http/api-path.ts'
import { compressResponses } from '#platform/http/compress.ts'
import { handleErrors, logRequests, requireOwnOrigin, securityHeaderRecord, securityHeaders } from '#platform/http/middleware.ts'
import type { AppEnv, AppFetch } from '#platform/http/request-context.ts'
import type { Logger } from '#platform/process/logger.ts'
import type { Mailer } from '#platform/mail/mailer.ts'
import { CLOSED_OUTBOX, type Outbox } from '#platform/mail/outbox.ts'

export interface AppDependencies {
  readonly config: Pick<Config, 'publicUrl' | 'trustedProxies' | 'site'> & Partial<Pick<Config, 'oidc'>>
  readonly db: Database
  readonly write: ChangeFeed['write']
  readonly storage: Storage
  readonly workers: PictureWorkers
  readonly locks: Pick<Locks, 'withLock'>
  readonly logger: Logger
  readonly now: () => number
  readonly newId: () => string
  /** Omitted if the blog cannot send mail. */
  readonly outbox?: Outbox
  /** Sends a mail at once; omitted like the outbox. */
  readonly sendMail?: Mailer['send']
  readonly upkeep: Upkeep
  readonly imports: Imports
  /** Null to serve only the API. */
  readonly pages: Pages | null
}

/** Creates the app as a function from a request to its response, without a port or globals. */
export function createApp(dependencies: AppDependencies): AppFetch {
  const { config, db, logger, now, pages } = dependencies
  const https = config.publicUrl.startsWith('https:')
  const authenticate: Authenticate = (token) => findSession(db, token, now())
  const app = new Hono<AppEnv>({ getPath: apiPathsInAnyCase })

  app.onError(handleErrors(logger))
  app.use(
    securityHeaders(securityHeaderRecord({ inlineScripts: pages?.inlineScripts ?? [], inlineStyles: pages?.inlineStyles ?? [], https })),
  )
  app.use(logRequests(logger))
  app.use(compressResponses())
  app.use(requireOwnOrigin(config.publicUrl))

  const isClosed = () => isBlogClosed(db)
  const provider = identityProviderOf(config, now)
  const callEndpoint = createCallEndpoint(
    { endpoints, handlers: handlersOf({ ...dependencies, authenticate }, provider) },
    {
      authenticate,
      renewSession: (token, session) => dependencies.write((trx) => renewSession(trx, { token, session, now: now() })),
      write: dependencies.write,
      now,
      isClosed,
    },
  )
  mountApi(app, { endpoints, callEndpoint, publicUrl: config.publicUrl })
  mountOneClickEnd(app, { callEndpoint, publicUrl: config.publicUrl })
  mountIdentityPopup(app, { db, now, logger, provider, publicUrl: config.publicUrl })
  app.use('/api', noSuchCall)
  app.use('/api/*', noSuchCall)
  mountDiscovery(app, { db, now, publicUrl: config.publicUrl })
  const feedParts = { db, now, siteConfig: config.site, publicUrl: config.publicUrl }
  mountFeeds(app, feedParts)
  mountPrivateFeeds(app, feedParts)
  mountDrawings(app)
  const { files } = dependencies.storage
  const { renderPng, drawCard } = dependencies.workers
  mountIcons(app, { db, siteConfig: config.site, files, renderPng })
  mountCards(app, { db, siteConfig: config.site, publicUrl: config.publicUrl, files, drawCard, drawSign, drawCoverAt })
  mountFiles(app, { ...dependencies, authenticate, publicUrl: config.publicUrl })
  app.get('/files/*', notFound)
  app.get('/drawings/*', notFound)
  app.get('/cards/*', notFound)
  if (pages) {
    const parts = { pages, callEndpoint, authenticate, isClosed, logger, publicUrl: config.publicUrl }
    mountForms(app, parts)
    mountPages(app, { ...parts, db, mayOpenFile: mayOpenFile(db) })
  }
  app.notFound(notFound)
  return (request, context) => app.fetch(request, context)
}

/** Decides access to a file at its address on a former blog. The uploader's access to unused files does not apply there. */
const mayOpenFile =
  (db: Database): MayOpenFile =>
  async (folder, audience) =>
    mayRead(audience, audienceOfPicture(await findPictureFacts(db, folder)))

function handlersOf(
  dependencies: AppDependencies & { authenticate: Authenticate },
  provider: IdentityProvider | null,
): Handlers<typeof endpoints> {
  const { authenticate, config, db, now, newId, logger, storage, workers, outbox = CLOSED_OUTBOX } = dependencies
  const { publicUrl } = config
  const readBlog = () => getBlogWords(db, config.site)
  const readSiteName = async () => (await readBlog()).name
  // Housekeeping deletes the picture later.
  const logFailure = (error: unknown) => logger.error({ err: error }, 'deleting a picture failed')
  const pictures = {
    storePicture: (bytes: Uint8Array, userId: string) =>
      storePicture({ db, files: storage.files, workers, now }, { bytes, kind: 'profile', name: 'profile', userId }),
    deletePicture: (path: string) => deleteUnusedPicture({ db, files: storage.files }, path).catch(logFailure),
  }
  const services = {
    publicUrl,
    googleSignIn: provider !== null,
    passkeys: arePasskeysAllowed(publicUrl),
    mail: outbox.isOpen,
  }
  const secondStep = createSecondStep({ ...dependencies, outbox, publicUrl })
  const shared = { db, now, newId, publicUrl, logger, outbox, secondStep, readSiteName }
  return {
    ...accounts({ ...shared, ...pictures, provider, readBlog, onEmailVerified: takeOverFollowing, findFollowingData }),
    ...feedAddressRoutes({ db, now, newId, publicUrl }),
    ...settingsRoutes({ db, now, secondStep }),
    ...lookRoutes({ db }),
    ...categoryRoutes({ db, now }),
    ...followingRoutes({ db, now, newId, outbox }),
    ...linkRoutes({ db, siteConfig: config.site }),
    ...postRoutes({ db, now, newId, publicUrl, announces: outbox.isOpen }),
    ...managePostsRoutes({ db }),
    ...draftRoutes({ db, now, publicUrl }),
    ...revisionRoutes({ db, now, publicUrl }),
    ...trashRoutes({ db, now, endTrash: (postId) => endTrash({ db, files: storage.files }, postId) }),
    ...heartRoutes({ db, now, publicUrl, authenticate }),
    ...commentRoutes({ db, now, newId, announces: outbox.isOpen }),
    ...moderationRoutes({ db, now, announces: outbox.isOpen }),
    ...deliveryRoutes({ db, now }),
    ...statsRoutes({ db, now }),
    ...upkeepRoutes({ db, now, logger, outbox, upkeep: dependencies.upkeep }),
    ...importRoutes({ db, now, newId, uploads: storage.uploads, imports: dependencies.imports }),
    ...mailRoutes({ ...mailPartsOf(dependencies), db, now, sendMail: dependencies.sendMail ?? null }),
    ...blogPageRoutes({ db, now, newId }),
    ...sampleHandlersOf(dependencies, { deletePicture: pictures.deletePicture, logFailure }),
    ...checklistRoutes({ db, now, siteConfig: config.site }),
    ...siteRoutes({ db, siteConfig: config.site, services }),
  }
}

function sampleHandlersOf(
  { config, db, storage, workers, now, newId }: AppDependencies,
  { deletePicture, logFailure }: { deletePicture: (path: string) => Promise<void>; logFailure: (error: unknown) => void },
) {
  const files = storage.files
  const deleteFolder = (folder: string) => deleteUnusedFolder({ db, files }, folder).catch(logFailure)
  const samples = { db, files, workers, now, newId, publicUrl: config.publicUrl, deletePicture, deleteFolder }
  return sampleRoutes({
    db,
    createSamplePosts: (write, authorId) => createSamplePosts({ ...samples, write }, authorId),
    deleteSamplePosts: (write, by) => deleteSamplePosts({ ...samples, write }, by),
  })
}

/** Dependencies for rendering mails to followers. */
export const mailPartsOf = ({
  config,
  pages,
  storage,
  workers,
  logger,
}: Pick<AppDependencies, 'config' | 'pages' | 'storage' | 'workers' | 'logger'>): MailParts => ({
  siteConfig: config.site,
  publicUrl: config.publicUrl,
  renderMail: pages?.renderMail ?? null,
  pictures: { files: storage.files, renderPng: workers.renderPng },
  logger,
})

function noSuchCall(): never {
  throw new AppError('not_found', 'There is no such call.')
}

function notFound(): never {
  throw new AppError('not_found')
}

function apiPathsInAnyCase(request: Request): string {
  const start = request.url.indexOf('/', request.url.indexOf('://') + 3)
  const end = request.url.search(/[?#]/)
  const path = request.url.slice(start, end === -1 ? undefined : end)
  return /^\/api\//i.test(path) ? plainApiPath(path) : path
}
