import { SIGN_IN_FLOW_TTL_MS } from '#accounts/contract/account-limits.ts'
import type { Database } from '#platform/database/database.ts'
import type { FlowSecrets } from './identity.ts'
import { createToken, hashToken } from '#platform/security/tokens.ts'

/** Starts a sign-in. @returns its secrets, and the token that binds it to one browser */
export async function createFlow(db: Database, now: number): Promise<{ token: string; secrets: FlowSecrets }> {
  const token = createToken()
  const secrets = { state: createToken(), nonce: createToken(), codeVerifier: createToken() }
  await db
    .insertInto('sign_in_flows')
    .values({
      flow_hash: hashToken(token),
      state: secrets.state,
      nonce: secrets.nonce,
      code_verifier: secrets.codeVerifier,
      expires_at: now + SIGN_IN_FLOW_TTL_MS,
    })
    .execute()
  return { token, secrets }
}

export async function findFlow(db: Database, token: string, now: number): Promise<FlowSecrets | undefined> {
  const row = await db
    .selectFrom('sign_in_flows')
    .select(['state', 'nonce', 'code_verifier'])
    .where('flow_hash', '=', hashToken(token))
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row && { state: row.state, nonce: row.nonce, codeVerifier: row.code_verifier }
}

/** Deletes a flow, so that its token works once. @returns its nonce; undefined if it is unknown, used or expired */
export async function useFlow(db: Database, token: string, now: number): Promise<string | undefined> {
  const row = await db
    .deleteFrom('sign_in_flows')
    .where('flow_hash', '=', hashToken(token))
    .returning(['nonce', 'expires_at'])
    .executeTakeFirst()
  return row && row.expires_at > now ? row.nonce : undefined
}

export async function deleteOldFlows(db: Database, now: number): Promise<void> {
  await db.deleteFrom('sign_in_flows').where('expires_at', '<=', now).execute()
}

export const FLOW_COOKIE = 'sign-in-flow'

/** Binds a pending sign-in to this browser; scripts cannot read it. */
export const flowCookie = (token: string, { secure }: { secure: boolean }): string =>
  `${FLOW_COOKIE}=${token}; Path=/api/auth/google; HttpOnly; SameSite=Lax; Max-Age=${SIGN_IN_FLOW_TTL_MS / 1000}${secure ? '; Secure' : ''}`
