import type { Page, Route } from 'playwright-core'
import { ERRORS, type ErrorCode } from '#contract/errors.ts'

/**
 * Calls by the beginning of their path, for instance '/api/comment/create'; letter case does not matter, as on the server.
 * What only shows a stored picture is no call.
 */
const startingWith = (path: string) => (url: URL) => url.pathname.toLowerCase().startsWith(path.toLowerCase())

/** Lets calls wait. @returns what lets them, and those that follow, go on to the server */
export async function holdCalls(page: Page, path: string): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(startingWith(path), async (route) => {
    await released
    // Another trouble may be meant for it.
    await route.fallback().catch(() => {})
  })
  return release
}

/** Cuts the line under calls: no answer at all. @returns what mends it */
export const cutCalls = (page: Page, path: string): Promise<() => void> => interfere(page, path, (route) => route.abort('connectionreset'))

/** Answers calls as a server in trouble does. @returns what mends it */
export function failCalls(page: Page, path: string, code: ErrorCode = 'unavailable'): Promise<() => void> {
  const { status, message } = ERRORS[code]
  const json = { success: false, statusCode: status, message, code }
  return interfere(page, path, (route) => route.fulfill({ status, json }))
}

async function interfere(page: Page, path: string, trouble: (route: Route) => Promise<void>): Promise<() => void> {
  let isMended = false
  await page.route(startingWith(path), (route) => (isMended ? goOn(route) : trouble(route)))
  return () => {
    isMended = true
  }
}

/** A page that is gone by now needs no answer any more. */
const goOn = (route: Route): Promise<void> => route.continue().catch(() => {})

/** The network's lines in the console, which a journey that provokes them announces. */
export const ANSWERED_401 = /status of 401/
export const ANSWERED_404 = /status of 404/
export const ANSWERED_503 = /status of 503/
export const LINE_CUT = /net::ERR_CONNECTION_RESET/
