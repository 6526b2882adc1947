import type { DirectCall } from '#contract/direct-call.ts'
import { pageAccess } from '#contract/pages.ts'
import type { TextAnswer } from '#contract/text-answer.ts'
import { findMovedPost, isNumberedAddress } from '#server/features/old-addresses.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { CallEndpoint, Caller } from '#server/platform/http/call-endpoint.ts'
import { createDirectCall } from '#server/platform/http/direct-call.ts'
import { type MadeAnswer, redirectAnswer } from '#server/platform/http/made-answer.ts'
import { toAppError } from '#server/platform/http/to-app-error.ts'
import type { Logger } from '#server/platform/logger.ts'

export interface RenderOptions {
  /** Shown where the page fails, so that it can be found in the log. */
  readonly reference: string
  /** Told of an error that became an error screen. */
  readonly onError: (error: unknown) => void
}

/** The built web, handed in by whoever starts the blog: server and web never import each other. */
export interface Pages {
  readonly renderPage: (url: URL, call: DirectCall, options: RenderOptions) => Promise<TextAnswer>
  /** Scripts that stand in every page; the security policy allows just these, by hash. */
  readonly inlineScripts: readonly string[]
}

export interface PageAsker extends Omit<Caller, 'setSession' | 'addCacheTags'> {
  readonly requestId: string
}

/** Answers the page at an address. A public one is made as for nobody in particular; only guarded ones are given a session. */
export type AnswerPage = (url: URL, asker: PageAsker) => Promise<MadeAnswer>

interface Dependencies {
  readonly pages: Pages
  readonly db: Database
  readonly callEndpoint: CallEndpoint
  readonly logger: Logger
}

/** Whichever way a public page is asked for, it is nobody's. */
const NO_SESSION = { sessionToken: undefined, readCookie: () => undefined }

/** For good, but not for ever: a post can be deleted, or have another title. */
const MOVED_CACHE_CONTROL = 'public, max-age=3600'

export function createAnswerPage({ pages, db, callEndpoint, logger }: Dependencies): AnswerPage {
  const findMoved = async (url: URL): Promise<MadeAnswer | null> => {
    const path = await findMovedPost(db, url)
    return path === null ? null : redirectAnswer(path, 301, { 'cache-control': MOVED_CACHE_CONTROL })
  }

  return async (url, asker) => {
    // The one address of another blog at which we have a page, too; that one is kept, without a number.
    if (isNumberedAddress(url)) return (await findMoved(url)) ?? redirectAnswer('/', 302)
    const { requestId } = asker
    const session = pageAccess(url.pathname) === 'everyone' ? NO_SESSION : {}
    const tags = new Set<string>()
    const call = createDirectCall({
      callEndpoint,
      // A page is read: it neither begins nor ends a session. It is made from what its calls were made from.
      caller: { ...asker, ...session, setSession: () => {}, addCacheTags: (...made) => made.forEach((tag) => tags.add(tag)) },
      toAppError: (error) => toAppError(error, { logger, requestId }),
    })
    const onError = (error: unknown) => logger.error({ requestId, path: url.pathname, err: error }, 'a page could not be rendered')
    const page = await pages.renderPage(url, call, { reference: requestId, onError })
    const moved = page.status === 404 ? await findMoved(url) : null
    return moved ?? { status: page.status, headers: withCacheControl(page.headers, url), text: page.text, tags: [...tags] }
  }
}

function withCacheControl(headers: TextAnswer['headers'], url: URL): TextAnswer['headers'] {
  if (pageAccess(url.pathname) !== 'everyone') return { ...headers, 'cache-control': 'private, no-store' }
  return 'cache-control' in headers ? headers : { ...headers, 'cache-control': 'no-cache' }
}
