import type { Page, Route } from 'playwright-core'
import { ERRORS, type ErrorCode } from '#platform/contract/errors.ts'

/** Matches calls by path prefix, for instance '/api/comment/create', in any letter case, as on the server. */
const startingWith = (path: string) => (url: URL) => url.pathname.toLowerCase().startsWith(path.toLowerCase())

/** Holds calls back. @returns a function that releases these and later ones */
export async function holdCalls(page: Page, path: string): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(startingWith(path), async (route) => {
    await released
    // Another handler may also apply.
    await route.fallback().catch(() => {})
  })
  return release
}

/** Holds back scripts whose file names begin with one of these, or all. @returns a function that releases them */
export async function holdScripts(page: Page, ...names: readonly string[]): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const isHeld = ({ pathname }: URL) =>
    pathname.endsWith('.js') && (names.length === 0 || names.some((name) => pathname.startsWith(`/assets/${name}-`)))
  await page.route(isHeld, async (route) => {
    await released
    await goOn(route)
  })
  return release
}

/** Resets the connection of calls. @returns a function that ends this */
export const cutCalls = (page: Page, path: string): Promise<() => void> => interfere(page, path, (route) => route.abort('connectionreset'))

/** Fulfils calls with an error. @returns a function that ends this */
export function failCalls(page: Page, path: string, code: ErrorCode = 'unavailable'): Promise<() => void> {
  const { status, message } = ERRORS[code]
  const json = { success: false, statusCode: status, message, code }
  return interfere(page, path, (route) => route.fulfill({ status, json }))
}

async function interfere(page: Page, path: string, fail: (route: Route) => Promise<void>): Promise<() => void> {
  let isOver = false
  await page.route(startingWith(path), (route) => (isOver ? goOn(route) : fail(route)))
  return () => {
    isOver = true
  }
}

/** Drops responses to calls that reach the server. @returns a function for their number so far */
export async function loseResponses(page: Page, path: string, times: number) {
  let lost = 0
  await page.route(
    path,
    async (route) => {
      await route.fetch()
      lost += 1
      await route.abort('connectionreset')
    },
    { times },
  )
  return () => lost
}

/** The page may be closed by now. */
const goOn = (route: Route): Promise<void> => route.continue().catch(() => {})

/** Console messages of the network, for `visit.expectProblem`. */
export const STATUS_401 = /status of 401/
export const STATUS_403 = /status of 403/
export const STATUS_404 = /status of 404/
export const STATUS_503 = /status of 503/
export const CONNECTION_RESET = /net::ERR_CONNECTION_RESET/
