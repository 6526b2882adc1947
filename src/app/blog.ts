import { type AppDependencies, createApp } from './app.ts'
import { roleOfSession } from '#platform/http/caller.ts'
import { cacheKeys, isTransfer } from './addresses.ts'
import { findSession } from '#accounts/server/index.ts'
import { type ChangeFeed, openChangeFeed } from '#platform/database/change-feed.ts'
import { createResponseCache } from '#platform/cache/response-cache.ts'
import { ResponseStore } from '#platform/cache/response-store.ts'
import type { Admission } from '#platform/http/admission.ts'
import { securityHeaderRecord } from '#platform/http/middleware.ts'
import { createPipeline, type Pipeline } from '#platform/http/pipeline.ts'
import { readStaticFiles } from '#platform/http/static-files.ts'
import type { Readiness } from './readiness.ts'

/** A typical blog needs a quarter of it. */
const CACHE_MAX_BYTES = 32 * 1024 * 1024

export interface BlogParts extends Omit<AppDependencies, 'write'> {
  readonly databaseUrl: string
  readonly trustedProxies: number
  readonly cdnSeconds?: number
  readonly admission: Admission
  /** Folder of the browser's built files. */
  readonly staticFolder?: string | undefined
  readonly readinessOf: (feed: ChangeFeed) => Pick<Readiness, 'problems'>
}

/** The blog without a port, shared by the start and the tests. */
export interface Blog {
  readonly pipeline: Pipeline
  readonly feed: ChangeFeed
  readonly store: ResponseStore
}

/** Close the feed, then the database. */
export async function openBlog(parts: BlogParts): Promise<Blog> {
  const { config, db, databaseUrl, logger, now, pages } = parts
  const store = new ResponseStore({ maxBytes: CACHE_MAX_BYTES, now })
  const feed = await openChangeFeed({ db, databaseUrl, caches: [store], logger, now })
  const securityHeaders = securityHeaderRecord({
    inlineScripts: pages?.inlineScripts ?? [],
    inlineStyles: pages?.inlineStyles ?? [],
    https: config.publicUrl.startsWith('https:'),
  })
  const cache = createResponseCache({
    store,
    feed,
    now,
    publicUrl: config.publicUrl,
    cdnSeconds: parts.cdnSeconds ?? 0,
    isSameForAllRoles: cacheKeys.isSameForAllRoles,
    roleOfSession: (token) => roleOfSession(() => findSession(db, token, now())),
  })
  const pipeline = createPipeline({
    ...parts,
    app: createApp({ ...parts, write: feed.write }),
    cache,
    cacheableAddress: cacheKeys.cacheableAddress,
    isTransfer,
    securityHeaders,
    problems: parts.readinessOf(feed).problems,
    staticFiles: parts.staticFolder === undefined ? new Map() : readStaticFiles(parts.staticFolder, securityHeaders),
  })
  return { pipeline, feed, store }
}
