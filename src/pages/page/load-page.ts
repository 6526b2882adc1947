import { type SignedIn, getSession } from '#accounts/contract/auth.endpoints.ts'
import { mayOpenPage, type PageAccess } from '#platform/contract/permissions.ts'
import { signInPath } from '#platform/contract/return-path.ts'
import { ApiError } from '#ui/api/api-error.ts'
import type { Api } from '#ui/api/client.ts'
import { DataWithResponse, type GuardedLoaderArgs, type PageModule, Redirect, redirect } from './page-module.ts'

/** A page with its data. */
export interface LoadedPage {
  readonly module: PageModule
  readonly data: unknown
  /** Why it could not be loaded; if set, the error page is shown instead. */
  readonly error: unknown
  /** Status and headers of the loader. */
  readonly response: DataWithResponse<unknown>['response']
  /** Session of the user of a guarded page. */
  readonly session: SignedIn | null
}

interface Request {
  readonly url: URL
  readonly params: Readonly<Record<string, string>>
  readonly access: PageAccess
  readonly api: Api
}

/** In the address of the sign-in page: a signed-in reader was led there. */
export const ADMINS_ONLY = 'admins-only'

/** @throws Redirect to the sign-in page, if the user may not open this one */
const requireSession = async ({ url, api, access }: Request): Promise<SignedIn> => {
  const signIn = signInPath(url.pathname + url.search)
  try {
    const session = await api(getSession)
    if (mayOpenPage({ id: session._id, isAdmin: session.isAdmin }, access)) return session
    throw redirect(`${signIn}&${ADMINS_ONLY}`)
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 401)) throw error
  }
  throw redirect(signIn)
}

/** Loads the data of a page, for a user who may see it. */
export const loadPage = async (module: PageModule, request: Request): Promise<LoadedPage | Redirect> => {
  let session: SignedIn | null = null
  try {
    if (request.access !== 'everyone') session = await requireSession(request)
    const { url, params, api } = request
    const result: unknown = await module.loader?.({ url, params, api, session } as GuardedLoaderArgs)
    if (result instanceof DataWithResponse) return { module, data: result.data, error: null, response: result.response, session }
    return { module, data: result ?? null, error: null, response: {}, session }
  } catch (error) {
    if (error instanceof Redirect) return error
    // The session ended while the page was loaded.
    if (session !== null && error instanceof ApiError && error.status === 401)
      return redirect(signInPath(request.url.pathname + request.url.search))
    return { module, data: null, error, response: {}, session }
  }
}
