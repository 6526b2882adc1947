import { ApiError, errorMessage } from '#web/api/api-error.ts'
import { signInPath } from '#contract/return-path.ts'
import { type LoaderArgs, redirect } from '#web/router/page-module.ts'

const PATIENCE_MS = 5000

const tooLate = (): Promise<never> =>
  new Promise((_, reject) => {
    setTimeout(() => reject(new Error('The answer took too long.')), PATIENCE_MS)
  })

/**
 * What a screen can do without: null when it could not be had in time, which is logged (spec §8).
 * A session that is over, though the store knew of one, leads to the sign-in page.
 */
export const orNullUnlessEnded = async <T>({ url, signal }: LoaderArgs, answer: Promise<T>): Promise<T | null> => {
  try {
    return await (import.meta.env.SSR ? answer : Promise.race([answer, tooLate()]))
  } catch (error) {
    if (signal.aborted) throw error
    if (error instanceof ApiError && error.status === 401) throw redirect(signInPath(url.pathname + url.search))
    // oxlint-disable-next-line no-console -- spec §8: logged
    console.log(errorMessage(error))
    return null
  }
}
