import { type Audience, audienceOf } from '#contract/audiences.ts'
import type { Authenticate } from './call-endpoint.ts'

/** A disabled account, or an unreachable database: the visitor reads what is public. */
export async function audienceOfSession(authenticate: Authenticate, token: string | undefined): Promise<Audience> {
  if (token === undefined) return 'public'
  return authenticate(token).then(
    (session) => audienceOf(session?.viewer ?? null),
    () => 'public',
  )
}
