import type { ListedSession, SignedIn } from '#accounts/contract/auth.endpoints.ts'
import type { Session } from '#platform/http/call-endpoint.ts'
import { type AccountRow, toAccount } from '#accounts/server/users/users.wire.ts'
import type { ListedSessionRow } from './sessions.store.ts'

/** Signed-in user for the browser's store. Times in ms. */
export const toSignedIn = (user: AccountRow, session: { freshUntil: number; now: number; message: string }): SignedIn => ({
  success: true,
  message: session.message,
  ...toAccount(user),
  sessionExpiresAt: new Date(session.freshUntil).toISOString(),
  sessionEndsInMs: session.freshUntil - session.now,
})

/** @param present session of the request */
export const toListedSession = (row: ListedSessionRow, present: Session): ListedSession => ({
  _id: row.id,
  device: deviceName(row.user_agent),
  signedInAt: new Date(row.created_at).toISOString(),
  lastSeenAt: new Date(row.last_seen_at).toISOString(),
  current: row.id === present.id,
})

/** Matched in this order, because many user agents contain the names of other browsers. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\/|\bEdgiOS\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bChrom(e|ium)\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'an iPhone'],
  [/\biPad\b/, 'an iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'a Mac'],
  [/\bCrOS\b/, 'a Chromebook'],
  [/\bLinux\b/, 'Linux'],
]

const findName = (names: typeof BROWSERS, userAgent: string) => names.find(([pattern]) => pattern.test(userAgent))?.[1]

/** Describes a User-Agent in plain words: 'Firefox on Windows'. */
export function deviceName(userAgent: string): string {
  const browser = findName(BROWSERS, userAgent)
  const system = findName(SYSTEMS, userAgent)
  if (browser !== undefined && system !== undefined) return `${browser} on ${system}`
  return browser ?? (system === undefined ? 'An unknown device' : `A browser on ${system}`)
}
