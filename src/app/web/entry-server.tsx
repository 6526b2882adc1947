import readersStyle from '#ui/styles/readers.css?inline'
import type { Site } from '#site/contract/site.endpoints.ts'
import { renderToString } from 'react-dom/server'
import { audienceOfRole, type CallerRole } from '#platform/contract/audiences.ts'
import { isKeptOut } from '#platform/contract/closed-blog.ts'
import { FAILED_PAGE, plainPage } from '#platform/contract/plain-page.ts'
import type { InProcessCall, RenderedPage } from '#platform/contract/rendered-page.ts'
import { getSite } from '#site/contract/site.endpoints.ts'
import type { RenderMail } from '#site/contract/mail.ts'
import type { Look } from '#site/contract/look.ts'
import type { FormResult } from '#platform/contract/form.ts'
import { ApiError, errorMessage, errorReference } from '#ui/api/api-error.ts'
import { type IslandRegister, IslandRegisterContext } from '#pages/islands/island.tsx'
import { ErrorScreen } from '#pages/layout/error-screen.tsx'
import { Layout } from '#pages/layout/layout.tsx'
import { type LoadedPage, loadPage } from '#pages/page/load-page.ts'
import { LookContext, PageContext, type PageInfo, renderMail } from '#site/web/index.ts'
import { LATER_STYLE } from '#pages/page/later-style.tsx'
import { Redirect } from '#pages/page/page-module.ts'
import { isReadingPage } from '#pages/pages.ts'
import { splitHints } from '#pages/islands/preload-hints.ts'
import { NotFound } from '#pages/not-found/not-found.page.tsx'
import { errorStatus, headOfPage, isNotFound, renderDocument } from './document.ts'
import { createInProcessApi } from './in-process-api.ts'
import { inlineScripts } from './inline-scripts.ts'
import { findRoute, type Route } from './routes.ts'
import { pageAssets, type ViteManifest } from './vite-manifest.ts'

export interface RenderPageOptions {
  readonly role?: CallerRole
  /** Result of the form that this page responds to. */
  readonly form?: FormResult | null | undefined
  /** Request id in the server's log; an error page shows it. */
  readonly reference?: string | undefined
  /** Called with an error that became a 500, unless the API has logged it already. */
  readonly onError?: (error: unknown) => void
}

/** Renders the page at a URL. `call` loads its data with the session of the request. */
export type RenderPage = (url: URL, call: InProcessCall, options?: RenderPageOptions) => Promise<RenderedPage>

/** Exports of the built web bundle that the server uses. */
export interface BuiltPages {
  readonly renderPage: RenderPage
  readonly renderMail: RenderMail
  /** Inline scripts of every page; the content security policy allows them by hash. */
  readonly inlineScripts: readonly string[]
  readonly inlineStyles: readonly string[]
}

const statusOf = ({ error, response }: LoadedPage, route: Route): number => {
  if (error === null) return route.id === 'not-found' ? 404 : (response.status ?? 200)
  return errorStatus(error)
}

const retryHeaders = (error: unknown): RenderedPage['headers'] =>
  error instanceof ApiError && error.retryAfterSeconds !== undefined ? { 'retry-after': String(error.retryAfterSeconds) } : {}

/** Headers of the loader, and those that follow from a failure. */
const headersOf = ({ error, response }: LoadedPage, hasFailedPart: boolean): RenderedPage['headers'] => ({
  ...response.headers,
  ...retryHeaders(error),
  ...(hasFailedPart ? { 'cache-control': 'no-store' } : {}),
  'content-type': 'text/html; charset=utf-8',
})

/** Adds the request id that an error page shows; an API error has its own. */
const withReference = (error: unknown, reference: string | undefined): unknown =>
  error instanceof Error && errorReference(error) === undefined ? Object.assign(error, { reference }) : error

const Content = ({ page: { module, data, error } }: { readonly page: LoadedPage }) => {
  if (error !== null) return isNotFound(error) ? <NotFound /> : <ErrorScreen error={error} />
  const { Component } = module
  return <Component data={data} />
}

interface Rendered {
  readonly hints: string
  readonly html: string
  /** The page as rendered; it has an error if rendering failed. */
  readonly page: LoadedPage
  /** Modules of the islands that are hydrated with the page. */
  readonly islands: readonly string[]
  readonly failures: readonly unknown[]
}

interface RenderContext {
  readonly info: PageInfo
  readonly look: Look
}

const renderOnce = (page: LoadedPage, { info, look }: RenderContext): Rendered => {
  const islands: string[] = []
  const failures: unknown[] = []
  const islandHints: string[] = []
  const register: IslandRegister = {
    add: (module, hydration) => void (hydration !== 'act' && islands.push(module)),
    fail: (error) => void failures.push(error),
    hint: (tags) => void islandHints.push(tags),
  }
  const markup = renderToString(
    <IslandRegisterContext value={register}>
      <PageContext value={info}>
        <LookContext value={look}>
          <Layout>
            <Content page={page} />
          </Layout>
        </LookContext>
      </PageContext>
    </IslandRegisterContext>,
  )
  const [hints, html] = splitHints(markup)
  return { page, hints: hints + islandHints.join(''), html, islands, failures }
}

/** Renders the page, or the error page if rendering throws. */
const render = (page: LoadedPage, context: RenderContext, reference: string | undefined): Rendered => {
  const fail = (error: unknown) => ({ ...page, error: withReference(error, reference) })
  try {
    return renderOnce(page.error === null ? page : fail(page.error), context)
  } catch (error) {
    return renderOnce(fail(error instanceof Error ? error : new Error(String(error))), context)
  }
}

const toCaller = async (site: Pick<Site, 'isClosed'>, session: LoadedPage['session'], role: CallerRole = 'visitor') => ({
  isMember: session !== null || role !== 'visitor',
  isAdmin: session?.isAdmin ?? role === 'admin',
  mayReadBlog: !(await isKeptOut(audienceOfRole(role), () => site.isClosed)),
})

/** Where not even the error page can be rendered: the site cannot be read, or the layout fails. */
const renderPlainPage = (error: unknown, reference: string | undefined): RenderedPage => ({
  status: errorStatus(error),
  headers: { ...retryHeaders(error), 'content-type': 'text/html; charset=utf-8' },
  html: plainPage({ title: FAILED_PAGE, text: errorMessage(error), reference }),
})

/**
 * Creates the page renderer of a build. It never throws for a failing page: it returns a 404 page or an error page.
 * @param manifest null in development, where Vite's server adds its own tags
 */
export const createPages = (manifest: ViteManifest | null): BuiltPages => {
  /** In development Vite replaces the first style while it is edited. */
  const firstStyle = manifest === null ? [] : [readersStyle.trim()]
  const renderWithLayout: RenderPage = async (url, call, { role, form = null, reference, onError } = {}) => {
    const api = createInProcessApi(call)
    const route = findRoute(url.pathname)
    const [{ look, ...site }, loaded] = await Promise.all([
      api(getSite),
      loadPage(route.module, { url, params: route.params, access: route.access, api }),
    ])
    if (loaded instanceof Redirect) return { status: loaded.status, headers: { location: loaded.to }, html: '' }
    const { session } = loaded
    const info: PageInfo = {
      site,
      path: url.pathname,
      search: url.search,
      ...(await toCaller(site, session, role)),
      session,
      form,
    }
    const { page, hints, html, islands, failures } = render(loaded, { info, look }, reference)
    const status = statusOf(page, route)
    for (const failure of failures) onError?.(failure)
    if (status >= 500 && !(page.error instanceof ApiError)) onError?.(page.error)
    const isApp = !isReadingPage(route.id)
    const assets = pageAssets(manifest, { islands, isApp })
    const head = headOfPage(page, site)
    const laterStyle = html.includes(LATER_STYLE) ? [] : [LATER_STYLE]
    const styles = isApp ? [] : [...firstStyle, ...laterStyle]
    const document = renderDocument({ head, page: info, look, assets, inlineStyles: styles, hints, html })
    return { status, headers: headersOf(page, failures.length > 0), html: document }
  }
  const renderPage: RenderPage = async (url, call, options = {}) => {
    try {
      return await renderWithLayout(url, call, options)
    } catch (error) {
      if (!(error instanceof ApiError)) options.onError?.(error)
      return renderPlainPage(error, options.reference)
    }
  }
  return { renderPage, renderMail, inlineScripts, inlineStyles: [...firstStyle, LATER_STYLE] }
}
