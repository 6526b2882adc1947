import type { Settings } from './settings.endpoints.ts'

/** What one choice of the settings decides: who reads, who gets an account, and for whom a new post is. */
type WayIn = Pick<Settings, 'isClosed' | 'signUp' | 'defaultAudience'>

/** Feeds, cards, the sitemap and search engines follow `isClosed`. */
export const WAYS_IN = {
  everybody: { isClosed: false, signUp: 'open', defaultAudience: 'public' },
  'signed-in': { isClosed: true, signUp: 'request', defaultAudience: 'readers' },
  family: { isClosed: true, signUp: 'invitation', defaultAudience: 'family' },
} as const satisfies Readonly<Record<string, WayIn>>

/** The three parts as one value, by which a form and the server compare what is stored. */
export const wayInKey = ({ isClosed, signUp, defaultAudience }: WayIn): string =>
  [isClosed ? 'closed' : 'open', signUp, defaultAudience].join(' ')

export type WayInName = keyof typeof WAYS_IN
export const WAY_IN_NAMES = Object.keys(WAYS_IN) as readonly WayInName[]

export const isWayIn = (value: unknown): value is WayInName => WAY_IN_NAMES.some((name) => name === value)

/** The choice that these settings are; null if each was chosen by itself. */
export const wayInOf = (settings: WayIn): WayInName | null =>
  WAY_IN_NAMES.find((name) => {
    const { isClosed, signUp, defaultAudience } = WAYS_IN[name]
    return settings.isClosed === isClosed && settings.signUp === signUp && settings.defaultAudience === defaultAudience
  }) ?? null
