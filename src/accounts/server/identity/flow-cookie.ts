import { SIGN_IN_FLOW_TTL_MS } from '#platform/contract/limits.ts'

export const FLOW_COOKIE = 'sign-in-flow'

/** Binds a pending sign-in to this browser; scripts cannot read it. */
export const flowCookie = (token: string, { secure }: { secure: boolean }): string =>
  `${FLOW_COOKIE}=${token}; Path=/api/auth/google; HttpOnly; SameSite=Lax; Max-Age=${SIGN_IN_FLOW_TTL_MS / 1000}${secure ? '; Secure' : ''}`
