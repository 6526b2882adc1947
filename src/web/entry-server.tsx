import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import {
  RouterContextProvider,
  type StaticHandlerContext,
  StaticRouterProvider,
  createStaticHandler,
  createStaticRouter,
} from 'react-router'
import type { Site } from '#contract/endpoints/site.ts'
import { ApiError } from '#web/api/api-error.ts'
import { type Send, createApiClient } from '#web/api/client.ts'
import { apiContext } from '#web/api/context.ts'
import { ROOT_ROUTE_ID } from '#web/layout/use-site.ts'
import { NOT_FOUND_ROUTE_ID } from '#web/pages/not-found/not-found.tsx'
import { renderDocument } from './document.ts'
import { errorStatus, headOfState } from './head-of-state.ts'
import { toHydrationJson } from './hydration.ts'
import { pageModulePath } from './page-module.ts'
import { createRoutes } from './routes.tsx'
import { themeScript } from './theme-script.ts'
import { type ViteManifest, pageAssets } from './vite-manifest.ts'

export type { ViteManifest } from './vite-manifest.ts'

/** Texts of every inline script there is, for the hashes of the content security policy. */
export const inlineScripts: readonly string[] = [themeScript]

/** Answers a page for a request; its data comes through `send`, with whatever session that carries. */
export type RenderPage = (request: Request, send: Send) => Promise<Response>

export interface RenderPageOptions {
  /** Told of an error that ended as a 500. */
  readonly onError?: (error: unknown, request: Request) => void
}

/** Stands in where not even the site's own data could be read. */
const UNKNOWN_SITE: Site = {
  name: 'Kindred Blog',
  mark: '♥ Kindred',
  author: '',
  socialUrl: null,
  socialLabel: '',
  publicUrl: 'http://localhost',
  googleSignIn: false,
}

const firstError = (context: StaticHandlerContext): unknown => Object.values(context.errors ?? {})[0]

const statusOf = (context: StaticHandlerContext): number => {
  const error = firstError(context)
  if (error === undefined) return context.matches.at(-1)?.route.id === NOT_FOUND_ROUTE_ID ? 404 : context.statusCode
  const status = errorStatus(error) ?? 500
  return status >= 400 ? status : 500
}

/** Renders what was loaded; a screen that fails while rendering becomes its own error screen. */
const renderScreen = (dataRoutes: Parameters<typeof createStaticRouter>[0], context: StaticHandlerContext): string => {
  const render = () =>
    renderToString(
      <StrictMode>
        <StaticRouterProvider router={createStaticRouter(dataRoutes, context)} context={context} hydrate={false} />
      </StrictMode>,
    )
  try {
    return render()
  } catch (error) {
    context.errors = { [ROOT_ROUTE_ID]: error instanceof Error ? error : new Error(String(error)) }
    context.statusCode = 500
    return render()
  }
}

/** Headers that loaders gave with their data, and when to come back after an error. */
const headersOf = (context: StaticHandlerContext): Headers => {
  const headers = new Headers()
  for (const given of Object.values(context.loaderHeaders)) given.forEach((value, name) => headers.set(name, value))
  const error = firstError(context)
  if (error instanceof ApiError && error.retryAfterSeconds !== undefined) headers.set('retry-after', String(error.retryAfterSeconds))
  headers.set('content-type', 'text/html; charset=utf-8')
  return headers
}

/**
 * The page renderer of a build; `manifest` is null in development, where Vite's server adds its own tags.
 * Never throws for what a page does: a missing thing is a 404 page, a failure the error screen.
 */
export const createRenderPage = (manifest: ViteManifest | null, options: RenderPageOptions = {}): RenderPage => {
  const handler = createStaticHandler(createRoutes())
  return async (request, send) => {
    const requestContext = new RouterContextProvider(new Map([[apiContext, createApiClient(send)]]))
    const context = await handler.query(request, { requestContext })
    if (context instanceof Response) return context
    const html = renderScreen(handler.dataRoutes, context)
    const status = statusOf(context)
    if (status >= 500) options.onError?.(firstError(context), request)
    const site = (context.loaderData[ROOT_ROUTE_ID] as Site | undefined) ?? UNKNOWN_SITE
    const head = headOfState(context, site)
    const assets = pageAssets(manifest, pageModulePath(context.matches.at(-1)?.route.id ?? ''))
    const page = renderDocument({ head, site, assets, html, hydration: toHydrationJson(context) })
    return new Response(page, { status, headers: headersOf(context) })
  }
}
