import { SIGN_IN_FLOW_TTL_MS } from '#contract/limits.ts'

export const FLOW_COOKIE = 'sign-in-flow'

/** Binds a sign-in under way to this browser; no script can read it. */
export const flowCookie = (token: string, { secure }: { secure: boolean }): string =>
  `${FLOW_COOKIE}=${token}; Path=/api/auth/google; HttpOnly; SameSite=Lax; Max-Age=${SIGN_IN_FLOW_TTL_MS / 1000}${secure ? '; Secure' : ''}`
