import { renderToString } from 'react-dom/server'
import type { DirectCall } from '#contract/direct-call.ts'
import type { Site } from '#contract/endpoints/site.ts'
import type { TextAnswer } from '#contract/text-answer.ts'
import { ApiError, errorReference } from '#web/api/api-error.ts'
import type { Api } from '#web/api/client.ts'
import { createDirectApi } from '#web/api/direct-api.ts'
import { type LoadedPage, loadPage } from '#web/router/load-page.ts'
import { Redirect } from '#web/router/page-module.ts'
import type { RouterState } from '#web/router/browser-router.ts'
import { StaticRouterProvider } from '#web/router/router-context.tsx'
import { App, ScreenAlone } from './app.tsx'
import { renderDocument } from './document.ts'
import { earlyTapScript } from './early-tap.ts'
import { errorStatus, headOfPage } from './head-of-page.ts'
import { toHydrationJson } from './hydration.ts'
import { layoutMarkup } from './layout-markup.tsx'
import { NOT_FOUND_ROUTE_ID, pageModulePath, routes } from './routes.ts'
import { themeScript } from './theme-script.ts'
import { type ViteManifest, pageAssets } from './vite-manifest.ts'

/** Texts of every inline script there is, for the hashes of the content security policy. */
export const inlineScripts: readonly string[] = [themeScript, earlyTapScript]

export interface RenderPageOptions {
  /** Under which the server's log tells of this request; an error screen shows it. */
  readonly reference?: string | undefined
  /** Told of an error that ended as a 500, unless it was the API's, which has told it already. */
  readonly onError?: (error: unknown) => void
}

/** Answers the page at an address; its data comes through `call`, with whatever session that carries. */
export type RenderPage = (url: URL, call: DirectCall, options?: RenderPageOptions) => Promise<TextAnswer>

/** Stands in where not even the site's own data could be read. */
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
const headersOf = ({ error, answer }: LoadedPage): TextAnswer['headers'] => ({
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

/** What an address shows, with its data, which comes through `call`. */
export const loadScreen = async (url: URL, call: DirectCall) => {
  const api = createDirectApi(call)
  const [site, page] = await Promise.all([readSite(api), loadPage(routes, { url, api, signal: NEVER_ABORTED })])
  return { site, page }
}

/** What is begun on the server is finished: others wait for it, too. */
const NEVER_ABORTED = new AbortController().signal

/** What an error screen can name; an answer of the API brings its own. */
const withReference = (error: unknown, reference: string | undefined): unknown =>
  error instanceof Error && errorReference(error) === undefined ? Object.assign(error, { reference }) : error

const stateAt = ({ pathname, search }: URL, page: LoadedPage): RouterState => ({
  location: { pathname, search, hash: '', key: '', state: null },
  page,
  pending: null,
  blocked: null,
})

/** React puts its preload hints before everything it rendered; they belong into <head>. */
const splitHints = (html: string): readonly [hints: string, html: string] => {
  const hints = /^(?:<link [^>]*>)+/.exec(html)?.[0] ?? ''
  return [hints, html.slice(hints.length)]
}

/** The whole tree in one, as the browser has it: what `renderScreen` is held against, in its result and in its time. */
export const renderWhole = (page: LoadedPage, site: Site, url: URL): string =>
  renderToString(
    <StaticRouterProvider state={stateAt(url, page)}>
      <App site={site} />
    </StaticRouterProvider>,
  )

/** Renders what was loaded; a screen that fails while rendering becomes its own error screen. */
export const renderScreen = (page: LoadedPage, site: Site, { url, reference }: { url: URL; reference: string | undefined }): Rendered => {
  const render = (shown: LoadedPage): Rendered => {
    const state = stateAt(url, shown)
    const { before, after } = layoutMarkup(site, state)
    const [hints, screen] = splitHints(
      renderToString(
        <StaticRouterProvider state={state}>
          <ScreenAlone site={site} />
        </StaticRouterProvider>,
      ),
    )
    return { page: shown, hints, html: before + screen + after }
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
    if (loaded instanceof Redirect) return { status: loaded.status, headers: { location: loaded.to }, text: '' }
    const { hints, html, page } = renderScreen(loaded, site, { url, reference })
    const status = statusOf(page)
    if (status >= 500 && !(page.error instanceof ApiError)) onError?.(page.error)
    const assets = pageAssets(manifest, pageModulePath(page.route.id))
    const hydration = toHydrationJson({ site, data: page.data, error: page.error })
    const text = renderDocument({ head: headOfPage(page, site), site, assets, hints, html, hydration })
    return { status, headers: headersOf(page), text }
  }
