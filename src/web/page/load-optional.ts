import { ApiError, errorMessage } from '#web/api/api-error.ts'

/** Loads optional data: null if that failed, which is logged. Throws only if the session has ended. */
export const loadOptional = async <T>(loading: Promise<T>): Promise<T | null> => {
  try {
    return await loading
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) throw error
    // oxlint-disable-next-line no-console -- docs/product.md, 8: logged
    console.log(errorMessage(error))
    return null
  }
}
