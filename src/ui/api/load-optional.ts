import { ApiError, errorMessage } from './api-error.ts'

/** Loads optional data: null if that failed, which the browser logs. Throws only if the session has ended. */
export const loadOptional = async <T>(loading: Promise<T>): Promise<T | null> => {
  try {
    return await loading
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) throw error
    // The server logs unexpected errors where they occur.
    // oxlint-disable-next-line no-console -- docs/product.md, 8: logged
    if (typeof document !== 'undefined') console.log(errorMessage(error))
    return null
  }
}
