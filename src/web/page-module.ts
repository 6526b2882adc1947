import type { ComponentType } from 'react'
import type { LoaderFunction, RouteObject, ShouldRevalidateFunction } from 'react-router'
import type { HeadOf } from './page-head.ts'

/** What a `<name>.page.tsx` exports. */
export interface PageModule {
  readonly Component: ComponentType
  readonly loader?: LoaderFunction
  readonly shouldRevalidate?: ShouldRevalidateFunction
  // oxlint-disable-next-line typescript/no-explicit-any -- each page's head takes its own loader's data
  readonly head: HeadOf<any>
}

/** What a route carries beside what the router knows. */
export interface PageHandle {
  readonly head: PageModule['head']
}

/** A route whose module is fetched when it is first needed. `id` is the page's folder. */
export const lazyPage = (id: string, path: string, load: () => Promise<PageModule>): RouteObject => ({
  id,
  path,
  lazy: async () => {
    const { head, Component, loader, shouldRevalidate } = await load()
    const handle: PageHandle = { head }
    return { Component, handle, ...(loader && { loader }), ...(shouldRevalidate && { shouldRevalidate }) }
  },
})

/** The source file of a page's folder, as the manifest of the build names it. */
export const pageModulePath = (id: string): string => `src/web/pages/${id}/${id}.page.tsx`
