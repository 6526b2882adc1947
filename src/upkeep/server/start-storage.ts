import { Hono } from 'hono'
import { AppError } from '#platform/contract/errors.ts'
import { createMediaWorkers, fileRoutes, openStorage } from '#media/server/index.ts'
import { fileResponses } from '#media/contract/public-responses.ts'
import { findSession } from '#accounts/server/index.ts'
import type { Config } from '#platform/process/config.ts'
import type { Database } from '#platform/database/database.ts'
import { openLocks } from '#platform/database/lock.ts'
import { holdRunningLock } from '#platform/database/running-lock.ts'
import { Admission } from '#platform/http/admission.ts'
import { handleErrors, logRequests, requireOwnOrigin, securityHeaderRecord, securityHeaders } from '#platform/http/middleware.ts'
import { createCallerOf } from '#platform/http/caller.ts'
import { mountPublicResponses } from '#platform/http/public-responses.ts'
import { type Pipeline, placeIn, toRequestListener } from '#platform/http/pipeline.ts'
import { type AppEnv, createRequestContext } from '#platform/http/request-context.ts'
import { isBlogClosed } from '#site/server/index.ts'
import { createLogger } from '#platform/process/logger.ts'
import { openServer } from '#platform/http/server.ts'
import { withTurns } from '#platform/http/with-turns.ts'

/** Serves `/files` in a separate process, with the blog's endpoints, database and storage, and without pages. */
export async function startStorage({ db, config }: { db: Database; config: Config }): Promise<{ url: string; close: () => Promise<void> }> {
  await using parts = new AsyncDisposableStack()
  const logger = createLogger(config.logLevel)
  const storage = await openStorage(config.storage)
  const locks = parts.use(openLocks(config.databaseUrl))
  parts.defer(await holdRunningLock({ locks, logger }))
  const workers = parts.adopt(createMediaWorkers({ logger, folder: config.dataDir, ffmpegPath: config.ffmpegPath }), (pool) => pool.close())
  const now = () => Date.now()
  const app = new Hono<AppEnv>()
  app.onError(handleErrors(logger))
  app.use(securityHeaders(securityHeaderRecord({ inlineScripts: [], inlineStyles: [], https: config.publicUrl.startsWith('https:') })))
  app.use(logRequests(logger))
  app.use(requireOwnOrigin(config.publicUrl))
  mountPublicResponses(app, {
    responses: fileResponses,
    handlers: fileRoutes({
      db,
      storage,
      workers,
      locks,
      logger,
      now,
      isMailSetUp: config.mail !== null,
    }),
    callerOf: createCallerOf({
      authenticate: (token) => findSession(db, token, now()),
      isClosed: () => isBlogClosed(db),
      publicUrl: config.publicUrl,
    }),
  })
  app.notFound(() => {
    throw new AppError('not_found')
  })
  const admission = new Admission()
  const { trustedProxies } = config
  const pipeline: Pipeline = (request, connection) =>
    app.fetch(request, createRequestContext(request, connection, { trustedProxies, placeOf: placeIn(admission, connection, true) }))
  const listener = withTurns(toRequestListener(pipeline), { admission, trustedProxies })
  const server = await openServer(config, listener, admission.accepted)
  parts.defer(server.close)
  const running = parts.move()
  return { url: server.url, close: () => running.disposeAsync() }
}
