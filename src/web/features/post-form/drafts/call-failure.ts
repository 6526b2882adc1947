import { ApiError } from '#web/api/api-error.ts'

/** A server that cannot be reached, or is in trouble, takes a call later; one that refuses it would refuse it again. */
export const isTrouble = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status === 0 || error.status === 429 || error.status >= 500

export const isSignedOut = (error: unknown): boolean => error instanceof ApiError && error.status === 401
