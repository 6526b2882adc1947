import { type Audience, audienceOf } from '#platform/contract/audiences.ts'
import type { Viewer } from '#platform/contract/permissions.ts'

/** Returns null for a token without a session, like `Authenticate`. */
type FindViewer = (token: string) => Promise<{ readonly viewer: Viewer } | null>

/** Returns the audience of a token; 'public' also for a disabled account or an unreachable database. */
export async function audienceOfSession(authenticate: FindViewer, token: string | undefined): Promise<Audience> {
  if (token === undefined) return 'public'
  return authenticate(token).then(
    (session) => audienceOf(session?.viewer ?? null),
    () => 'public',
  )
}
