import { Hono } from 'hono'
import { pagePaths } from './addresses.ts'
import { endpoints } from './contract/endpoints.ts'
import { publicResponses } from './contract/public-responses.ts'
import { AppError } from '#platform/contract/errors.ts'
import { getBlogWords, iconRoutes, isBlogClosed, siteRoutes } from '#site/server/index.ts'
import { type MayOpenFile, posts, publicPosts } from '#posts/server/index.ts'
import { ownTextsOf, writing } from '#writing/server/index.ts'
import { settingsRoutes } from '#settings/server/index.ts'
import { comments } from '#comments/server/index.ts'
import {
  findFollowingData,
  followerMailEvents,
  following,
  type MailParts,
  oneClickRoutes,
  takeOverFollowing,
} from '#newsletter/server/index.ts'
import {
  createPictureFetcher,
  audienceOfPicture,
  deleteUnusedPicture,
  findPictureFacts,
  type MediaWorkers,
  publicMedia,
  shareRoutes,
  type Storage,
  storePicture,
} from '#media/server/index.ts'
import {
  accounts,
  arePasskeysAllowed,
  createSecondStep,
  findSession,
  identityProviderOf,
  type IdentityProvider,
  popupRoutes,
  renewSession,
  requireRecentSignIn,
} from '#accounts/server/index.ts'
import { mayRead } from '#platform/contract/audiences.ts'
import { mountForms } from './pages/forms.routes.ts'
import { mountPages } from './pages/pages.routes.ts'
import { mountPreview } from './pages/preview.routes.ts'
import type { Pages } from './pages/render-page.ts'
import { exportRoutes, fetchPictureBytes, type FetchOptions, importRoutes, type Imports } from '#import-export/server/index.ts'
import { type Operations, operations } from '#operations/server/index.ts'
import type { ChangeFeed } from '#platform/database/change-feed.ts'
import { DEFAULT_MAIL_LIMITS } from '#platform/mail/mail-limits.ts'
import type { Config } from '#platform/process/config.ts'
import type { Database } from '#platform/database/database.ts'
import type { Locks } from '#platform/database/lock.ts'
import { mountApi } from '#platform/http/api.ts'
import { compressResponses } from '#platform/http/compress.ts'
import { handleErrors, logRequests, requireOwnOrigin, securityHeaderRecord, securityHeaders } from '#platform/http/middleware.ts'
import { type CallEndpoint, createCallEndpoint, type Handlers } from '#platform/http/call-endpoint.ts'
import { createCallerOf } from '#platform/http/caller.ts'
import { mountPublicResponses, type PublicHandlers } from '#platform/http/public-responses.ts'
import { type AppEnv, type AppFetch, plainApiPath } from '#platform/http/request-context.ts'
import type { Logger } from '#platform/process/logger.ts'
import { CLOSED_OUTBOX, type Outbox } from '#platform/mail/outbox.ts'

export interface AppDependencies {
  readonly config: Pick<Config, 'publicUrl' | 'trustedProxies' | 'site'> & Partial<Pick<Config, 'mailLimits' | 'oidc'>>
  readonly db: Database
  readonly write: ChangeFeed['write']
  readonly storage: Storage
  readonly workers: MediaWorkers
  readonly locks: Pick<Locks, 'withLock'>
  readonly logger: Logger
  readonly now: () => number
  readonly newId: () => string
  /** Omitted if the blog cannot send mail. */
  readonly outbox?: Outbox
  readonly operations: Operations
  readonly imports: Imports
  /** For tests: which addresses pictures may be fetched from, and how fast. */
  readonly fetching?: FetchOptions
  /** Null to serve only the API. */
  readonly pages: Pages | null
}

/** Creates the app as a function from a request to its response, without a port or globals. */
export function createApp(dependencies: AppDependencies): AppFetch {
  const { config, db, logger, now, pages } = dependencies
  const https = config.publicUrl.startsWith('https:')
  const authenticate = (token: string) => findSession(db, token, now())
  const app = new Hono<AppEnv>({ getPath: apiPathsInAnyCase })

  app.onError(handleErrors(logger))
  app.use(
    securityHeaders(securityHeaderRecord({ inlineScripts: pages?.inlineScripts ?? [], inlineStyles: pages?.inlineStyles ?? [], https })),
  )
  app.use(logRequests(logger))
  app.use(compressResponses())
  // A phone's share sheet sends a POST without an origin, of which nothing is read.
  app.use(requireOwnOrigin(config.publicUrl, [publicResponses.share.path]))

  const callerOf = createCallerOf({ authenticate, isBlogClosed: () => isBlogClosed(db), publicUrl: config.publicUrl })
  const provider = identityProviderOf(config, now)
  const callEndpoint = createCallEndpoint(
    { endpoints, handlers: handlersOf(dependencies, provider) },
    {
      authenticate,
      requireRecentSignIn: (session) => requireRecentSignIn(session, now()),
      renewSession: (renewal) => dependencies.write((trx) => renewSession(trx, { ...renewal, now: now() })),
      write: dependencies.write,
      now,
    },
  )
  mountApi(app, { endpoints, callEndpoint, callerOf })
  mountPublicResponses(app, {
    responses: publicResponses,
    handlers: publicHandlersOf(dependencies, { provider, callEndpoint }),
    callerOf,
  })
  for (const path of ['/api', '/api/*']) app.use(path, noSuchCall)
  for (const path of ['/files/*', '/drawings/*']) app.get(path, notFound)
  if (pages) {
    const parts = { pages, callEndpoint, callerOf, logger }
    mountForms(app, parts)
    mountPreview(app, { callerOf, respond: (request, context) => app.fetch(request, context) })
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

function publicHandlersOf(
  dependencies: AppDependencies,
  { provider, callEndpoint }: { provider: IdentityProvider | null; callEndpoint: CallEndpoint },
): PublicHandlers<typeof publicResponses> {
  const { config, db, now, logger, storage, workers } = dependencies
  const { publicUrl, site: siteConfig } = config
  const { files } = storage
  return {
    ...popupRoutes({ db, now, logger, provider, publicUrl }),
    ...oneClickRoutes(callEndpoint),
    ...publicPosts({ db, now, siteConfig, publicUrl, pagePaths }),
    ...shareRoutes(),
    ...iconRoutes({ db, siteConfig, files, renderPng: workers.renderPng }),
    ...publicMedia({
      ...dependencies,
      isMailSetUp: dependencies.outbox?.isOpen === true,
    }),
  }
}

function handlersOf(dependencies: AppDependencies, provider: IdentityProvider | null): Handlers<typeof endpoints> {
  const { config, db, now, newId, logger, storage, workers, outbox = CLOSED_OUTBOX } = dependencies
  const { publicUrl } = config
  const mailsPerDay = (config.mailLimits ?? DEFAULT_MAIL_LIMITS).perDay
  const mails = outbox.isOpen ? followerMailEvents : undefined
  const readBlog = () => getBlogWords(db, config.site)
  const readSiteName = async () => (await readBlog()).name
  // Housekeeping deletes the picture later.
  const logFailure = (error: unknown) => logger.error({ err: error }, 'deleting a picture failed')
  const pictures = {
    storePicture: (bytes: Uint8Array, userId: string) =>
      storePicture({ db, files: storage.files, workers, now }, { bytes, kind: 'profile', name: 'profile', userId }),
    deletePicture: (path: string) => deleteUnusedPicture({ db, files: storage.files }, path).catch(logFailure),
  }
  const download = (address: string) => fetchPictureBytes(address, { ...dependencies.fetching, tries: 1 })
  const fetchPicture = createPictureFetcher({ ...dependencies, isMailSetUp: outbox.isOpen, download })
  const services = {
    publicUrl,
    googleSignIn: provider !== null,
    passkeys: arePasskeysAllowed(publicUrl),
    mail: outbox.isOpen,
  }
  const secondStep = createSecondStep({ ...dependencies, outbox, publicUrl })
  const shared = {
    ...mailPartsOf(dependencies),
    db,
    now,
    newId,
    publicUrl,
    logger,
    outbox,
    workers,
    services,
    secondStep,
    readSiteName,
    files: storage.files,
  }
  return {
    ...accounts({
      ...shared,
      ...pictures,
      fetchPicture,
      provider,
      readBlog,
      signUpEvents: mails?.signUps,
      onEmailVerified: takeOverFollowing,
      findFollowingData,
      ownTextsOf,
    }),
    ...siteRoutes({ ...shared, siteConfig: config.site }),
    ...posts(shared),
    ...writing({ ...shared, events: mails?.posts, fetchPicture }),
    ...comments({ ...shared, events: mails?.comments }),
    ...following(shared),
    ...settingsRoutes(shared),
    ...exportRoutes({ ...shared, siteConfig: config.site }),
    ...importRoutes({ ...shared, events: mails?.posts, uploads: storage.uploads, imports: dependencies.imports }),
    ...operations({ ...shared, mailsPerDay, operations: dependencies.operations, freeBytes: storage.freeBytes }),
  }
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
