import { matchPath } from '#contract/paths.ts'
import type { Api } from '#web/api/client.ts'
import { DataWithAnswer, type PageModule, Redirect, type Route } from './page-module.ts'

/** A screen with everything it shows. */
export interface LoadedPage {
  readonly route: Route
  readonly module: PageModule
  readonly data: unknown
  /** Why it could not be loaded; the error screen shows in its place. */
  readonly error: unknown
  /** What the loader said about the answer. */
  readonly answer: DataWithAnswer<unknown>['answer']
}

interface Asked {
  readonly url: URL
  readonly api: Api
  readonly signal: AbortSignal
}

interface Match {
  readonly route: Route
  readonly params: Readonly<Record<string, string>>
}

/** The first route that fits; the last one of a table is `*`. */
export const matchRoute = (routes: readonly Route[], pathname: string): Match => {
  for (const route of routes) {
    const params = route.path === '*' ? {} : matchPath(route.path, pathname)
    if (params !== null) return { route, params }
  }
  throw new Error(`No route for ${pathname}; the table must end with '*'.`)
}

const runLoader = async (
  module: PageModule,
  { url, api, signal }: Asked,
  params: Match['params'],
): Promise<Omit<LoadedPage, 'route' | 'module'> | Redirect> => {
  try {
    const result = await module.loader?.({ url, params, api, signal })
    return result instanceof DataWithAnswer
      ? { data: result.data, error: null, answer: result.answer }
      : { data: result ?? null, error: null, answer: {} }
  } catch (error) {
    if (error instanceof Redirect) return error
    if (signal.aborted) throw error
    return { data: null, error, answer: {} }
  }
}

const NO_MODULE: PageModule = { Component: () => null, head: () => ({ title: '', description: '', path: null }) }

/** A screen of which nothing came, not even its module: the error stands in its place. */
export const unreachablePage = (routes: readonly Route[], { pathname, error }: { pathname: string; error: unknown }): LoadedPage => ({
  route: matchRoute(routes, pathname).route,
  module: NO_MODULE,
  data: null,
  error,
  answer: {},
})

/**
 * Fetches a screen's module and its data; the same in the browser and on the server.
 * @throws only when aborted, or when the module itself cannot be fetched
 */
export const loadPage = async (routes: readonly Route[], asked: Asked): Promise<LoadedPage | Redirect> => {
  const { route, params } = matchRoute(routes, asked.url.pathname)
  const module = await route.load()
  const loaded = await runLoader(module, asked, params)
  return loaded instanceof Redirect ? loaded : { route, module, ...loaded }
}
