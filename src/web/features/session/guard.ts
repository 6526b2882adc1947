import type { Account } from '#contract/endpoints/users.ts'
import { type PageAccess, mayOpenPage } from '#contract/permissions.ts'
import { ApiError } from '#web/api/api-error.ts'
import { type LoaderArgs, redirect } from '#web/router/page-module.ts'
import { useAppStore } from '#web/store/app-store.ts'
import { userActions } from '#web/store/user-actions.ts'
import { signInPath } from '#contract/return-path.ts'
import { toViewer } from './viewer.ts'

/** The account behind the request's session; null where there is none. */
const askSession = async ({ api, signal }: LoaderArgs): Promise<Account | null> => {
  try {
    const answer = await api('GET /api/auth/session', {}, { signal })
    if (!import.meta.env.SSR) userActions.signInSuccess(answer)
    return answer
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null
    throw error
  }
}

const requireAccess = async (args: LoaderArgs, access: PageAccess): Promise<Account> => {
  const stored = import.meta.env.SSR ? null : useAppStore.getState().user.currentUser
  if (stored !== null && mayOpenPage(toViewer(stored), access)) return stored
  const account = await askSession(args)
  if (account !== null && mayOpenPage(toViewer(account), access)) return account
  throw redirect(signInPath(args.url.pathname + args.url.search))
}

/** First line of a loader that needs a session: answers whose it is, or redirects to the sign-in page. */
export const requireUser = (args: LoaderArgs): Promise<Account> => requireAccess(args, 'user')
/** The same for pages of admins. */
export const requireAdmin = (args: LoaderArgs): Promise<Account> => requireAccess(args, 'admin')
