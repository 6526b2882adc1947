import { renderToString } from 'react-dom/server'
import type { InProcessCall } from '#contract/in-process-call.ts'
import type { Site } from '#contract/endpoints/site.ts'
import type { RenderedPage } from '#contract/rendered-page.ts'
import { ApiError, errorReference } from '#web/api/api-error.ts'
import type { Api } from '#web/api/client.ts'
import { createInProcessApi } from '#web/api/in-process-api.ts'
import { type LoadedPage, loadPage } from '#web/router/load-page.ts'
import { Redirect } from '#web/router/page-module.ts'
import type { RouterState } from '#web/router/browser-router.ts'
import { StaticRouterProvider } from '#web/router/router-context.tsx'
import { App } from './app.tsx'
import { renderDocument } from './document.ts'
import { earlyTapScript } from './early-tap.ts'
import { errorStatus, headOfPage } from './head-of-page.ts'
import { toHydrationJson } from './hydration.ts'
import { NOT_FOUND_ROUTE_ID, pageModulePath, routes } from './routes.ts'
import { themeScript } from './theme-script.ts'
import { type ViteManifest, pageAssets } from './vite-manifest.ts'

/** Every inline script, for the hashes of the content security policy. */
export const inlineScripts: readonly string[] = [themeScript, earlyTapScript]

export interface RenderPageOptions {
  /** Request id in the server's log; an error screen shows it. */
  readonly reference?: string | undefined
  /** Called with an error that became a 500, unless the API has logged it already. */
  readonly onError?: (error: unknown) => void
}

/** Renders the page at an address; its data comes through `call`, with the session that it carries. */
export type RenderPage = (url: URL, call: InProcessCall, options?: RenderPageOptions) => Promise<RenderedPage>

/** Used where not even the site's own data could be read. */
const UNKNOWN_SITE: Site = {
  name: 'Kindred Blog',
  mark: '♥ Kindred',
  author: '',
  socialUrl: null,
  socialLabel: '',
  publicUrl: 'http://localhost',
  googleSignIn: false,
  mail: false,
}

const readSite = async (api: Api): Promise<Site> => {
  try {
    return await api('GET /api/site')
  } catch {
    return UNKNOWN_SITE
  }
}

const statusOf = ({ error, route, answer }: LoadedPage): number => {
  if (error === null) return route.id === NOT_FOUND_ROUTE_ID ? 404 : (answer.status ?? 200)
  const status = errorStatus(error) ?? 500
  return status >= 400 ? status : 500
}

/** Headers that the loader gave with its data, and when to come back after an error. */
const headersOf = ({ error, answer }: LoadedPage): RenderedPage['headers'] => ({
  ...answer.headers,
  ...(error instanceof ApiError && error.retryAfterSeconds !== undefined ? { 'retry-after': String(error.retryAfterSeconds) } : {}),
  'content-type': 'text/html; charset=utf-8',
})

interface Rendered {
  /** React's preload hints, for <head>. */
  readonly hints: string
  readonly html: string
  /** The page as it was rendered: with an error where rendering it failed. */
  readonly page: LoadedPage
}

const loadScreen = async (url: URL, call: InProcessCall) => {
  const api = createInProcessApi(call)
  const [site, page] = await Promise.all([readSite(api), loadPage(routes, { url, api, signal: NEVER_ABORTED })])
  return { site, page }
}

/** A load on the server is never aborted: other requests share it. */
const NEVER_ABORTED = new AbortController().signal

/** Adds the request id that an error screen shows; an API error has its own. */
const withReference = (error: unknown, reference: string | undefined): unknown =>
  error instanceof Error && errorReference(error) === undefined ? Object.assign(error, { reference }) : error

const stateAt = ({ pathname, search }: URL, page: LoadedPage): RouterState => ({
  location: { pathname, search, hash: '', key: '', state: null },
  page,
  pending: null,
  blocked: null,
})

/** React puts its preload hints before the markup; they belong into <head>. */
const splitHints = (html: string): readonly [hints: string, html: string] => {
  const hints = /^(?:<link [^>]*>)+/.exec(html)?.[0] ?? ''
  return [hints, html.slice(hints.length)]
}

/** A screen that fails while it renders becomes the error screen. */
const renderScreen = (page: LoadedPage, site: Site, { url, reference }: { url: URL; reference: string | undefined }): Rendered => {
  const render = (shown: LoadedPage): Rendered => {
    const [hints, html] = splitHints(
      renderToString(
        <StaticRouterProvider state={stateAt(url, shown)}>
          <App site={site} />
        </StaticRouterProvider>,
      ),
    )
    return { page: shown, hints, html }
  }
  try {
    return render({ ...page, error: withReference(page.error, reference) })
  } catch (error) {
    return render({ ...page, error: withReference(error instanceof Error ? error : new Error(String(error)), reference) })
  }
}

/**
 * The page renderer of a build; `manifest` is null in development, where Vite's server adds its own tags.
 * Never throws for what a page does: a missing thing is a 404 page, a failure the error screen.
 */
export const createRenderPage =
  (manifest: ViteManifest | null): RenderPage =>
  async (url, call, { reference, onError } = {}) => {
    const { site, page: loaded } = await loadScreen(url, call)
    if (loaded instanceof Redirect) return { status: loaded.status, headers: { location: loaded.to }, html: '' }
    const { hints, html, page } = renderScreen(loaded, site, { url, reference })
    const status = statusOf(page)
    if (status >= 500 && !(page.error instanceof ApiError)) onError?.(page.error)
    const assets = pageAssets(manifest, pageModulePath(page.route.id))
    const hydration = toHydrationJson({ site, data: page.data, error: page.error })
    const document = renderDocument({ head: headOfPage(page, site), site, assets, hints, html, hydration })
    return { status, headers: headersOf(page), html: document }
  }
