import type { ComponentType } from 'react'
import type { Api } from '#web/api/client.ts'
import type { HeadOf } from '#web/page-head.ts'

/** What a loader is given, in the browser and on the server alike. */
export interface LoaderArgs {
  readonly url: URL
  readonly params: Readonly<Record<string, string>>
  readonly api: Api
  /** Aborted when the reader has gone elsewhere meanwhile. */
  readonly signal: AbortSignal
}

/** What a `<name>.page.tsx` exports. A loader throws ApiError, or what {@link redirect} makes. */
export interface PageModule {
  readonly Component: ComponentType
  readonly loader?: (args: LoaderArgs) => unknown
  // oxlint-disable-next-line typescript/no-explicit-any -- each page's head takes its own loader's data
  readonly head: HeadOf<any>
}

/** One screen. Its module is fetched when it is first needed. */
export interface Route {
  /** The page's folder. */
  readonly id: string
  /** `/post/:postSlug`; `*` matches what nothing else does. */
  readonly path: string
  readonly load: () => Promise<PageModule>
}

/** Ends a loader by sending the reader elsewhere. */
export class Redirect {
  readonly to: string
  readonly status: 301 | 302
  constructor(to: string, status: 301 | 302) {
    this.to = to
    this.status = status
  }
}

/** `throw redirect('/sign-in')`. */
export const redirect = (to: string, status: 301 | 302 = 302): Redirect => new Redirect(to, status)

/** Data that comes with something to say about the answer it is sent in. */
export class DataWithAnswer<T> {
  readonly data: T
  readonly answer: { readonly status?: number; readonly headers?: Readonly<Record<string, string>> }
  constructor(data: T, answer: DataWithAnswer<T>['answer']) {
    this.data = data
    this.answer = answer
  }
}

/** A loader's way to set the status or headers of the page's answer. */
export const withAnswer = <T>(data: T, answer: DataWithAnswer<T>['answer']): DataWithAnswer<T> => new DataWithAnswer(data, answer)

/** What a component gets from `useLoaderData<typeof loader>()`. */
export type LoaderData<L> = L extends (...args: never[]) => infer R ? Unwrapped<Awaited<R>> : L
type Unwrapped<T> = T extends DataWithAnswer<infer D> ? D : T
