import { type Audience, audienceOf } from '#contract/audiences.ts'
import type { Viewer } from '#contract/permissions.ts'

/** As `Authenticate` of the calls: null where the token opens no session. */
type FindViewer = (token: string) => Promise<{ readonly viewer: Viewer } | null>

/** A disabled account, or an unreachable database: the visitor reads what is public. */
export async function audienceOfSession(authenticate: FindViewer, token: string | undefined): Promise<Audience> {
  if (token === undefined) return 'public'
  return authenticate(token).then(
    (session) => audienceOf(session?.viewer ?? null),
    () => 'public',
  )
}
