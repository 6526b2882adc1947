import type { ComponentType } from 'react'
import type { SignedIn } from '#accounts/contract/auth.endpoints.ts'
import type { Api } from '#ui/api/client.ts'
import type { HeadOf } from './page-head.ts'

/** Arguments of a loader. */
export interface LoaderArgs {
  readonly url: URL
  readonly params: Readonly<Record<string, string>>
  readonly api: Api
}

/** Arguments of the loader of a guarded page. */
export interface GuardedLoaderArgs extends LoaderArgs {
  /** Session of a user who may open the page. */
  readonly session: SignedIn
}

interface PageProps<Data> {
  readonly data: Data
}

/** Exports of a `<name>.page.tsx`. It runs on the server only. A loader throws ApiError, or the result of {@link redirect}. */
// oxlint-disable-next-line typescript/no-explicit-any -- each page's component and head take its own loader's data
export interface PageModule<Data = any> {
  readonly Component: ComponentType<PageProps<Data>>
  readonly loader?: (args: GuardedLoaderArgs) => unknown
  readonly head: HeadOf<Data>
}

/** Ends a loader by sending the browser to another page. */
export class Redirect {
  readonly to: string
  readonly status: 301 | 302
  constructor(to: string, status: 301 | 302) {
    this.to = to
    this.status = status
  }
}

/** 302 by default, because browsers remember a permanent redirect. */
export const redirect = (to: string, status: 301 | 302 = 302): Redirect => new Redirect(to, status)

interface ResponseParts {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
}

/** Data that comes with a status or headers for the page's response. */
export class DataWithResponse<T> {
  readonly data: T
  readonly response: ResponseParts
  constructor(data: T, response: ResponseParts) {
    this.data = data
    this.response = response
  }
}

export const withResponse = <T>(data: T, response: ResponseParts): DataWithResponse<T> => new DataWithResponse(data, response)
