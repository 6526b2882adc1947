import type { LinkPurpose } from '#migrations/schema.ts'

const PATHS: Readonly<Record<LinkPurpose, string>> = { reset_password: '/reset-password', verify_email: '/verify-email' }

/** The token is in the fragment (#), which browsers do not send and no log or cache sees; the page sends it by POST. */
export const linkAddress = (publicUrl: string, purpose: LinkPurpose, token: string): string => `${publicUrl}${PATHS[purpose]}#${token}`
