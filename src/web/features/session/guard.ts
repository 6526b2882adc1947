import { type LoaderFunctionArgs, redirect } from 'react-router'
import type { Account } from '#contract/endpoints/users.ts'
import { type PageAccess, mayOpenPage } from '#contract/permissions.ts'
import { ApiError } from '#web/api/api-error.ts'
import { apiContext } from '#web/api/context.ts'
import { useAppStore } from '#web/store/app-store.ts'
import { userActions } from '#web/store/user-actions.ts'
import { signInPath } from './return-path.ts'
import { toViewer } from './viewer.ts'

type GuardArgs = Pick<LoaderFunctionArgs, 'request' | 'context'>

/** The account behind the request's session; null where there is none. */
const askSession = async ({ request, context }: GuardArgs): Promise<Account | null> => {
  try {
    const answer = await context.get(apiContext)('GET /api/auth/session', {}, { signal: request.signal })
    if (!import.meta.env.SSR) userActions.signInSuccess(answer)
    return answer
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null
    throw error
  }
}

const requireAccess = async (args: GuardArgs, access: PageAccess): Promise<Account> => {
  const stored = import.meta.env.SSR ? null : useAppStore.getState().user.currentUser
  if (stored !== null && mayOpenPage(toViewer(stored), access)) return stored
  const account = await askSession(args)
  if (account !== null && mayOpenPage(toViewer(account), access)) return account
  const { pathname, search } = new URL(args.request.url)
  throw redirect(signInPath(pathname + search))
}

/** First line of a loader that needs a session: answers whose it is, or redirects to the sign-in page. */
export const requireUser = (args: GuardArgs): Promise<Account> => requireAccess(args, 'user')
/** The same for pages of admins. */
export const requireAdmin = (args: GuardArgs): Promise<Account> => requireAccess(args, 'admin')
