import { ApiError, errorMessage } from '#web/api/api-error.ts'

/** What a page can do without: null when it could not be loaded, which is logged. The end of the session is passed on. */
export const orNullUnlessEnded = async <T>(loading: Promise<T>): Promise<T | null> => {
  try {
    return await loading
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) throw error
    // oxlint-disable-next-line no-console -- docs/product.md, 8: logged
    console.log(errorMessage(error))
    return null
  }
}
