import { DEFAULT_TIME_ZONE } from './time-zone.ts'

/** Words from environment variables, used until an admin changes them in the settings. */
export interface StartingWords {
  readonly name: string
  readonly author: string
  readonly contact: string
  /** IANA name. */
  readonly timeZone: string
  /** The first link of the footer; empty for none. */
  readonly socialUrl: string
  readonly socialLabel: string
}

/** Used where neither an environment variable nor a setting is present. */
export const DEFAULT_BLOG_WORDS: StartingWords = {
  name: 'Kindred',
  author: 'The Kindred family',
  contact: '',
  timeZone: DEFAULT_TIME_ZONE,
  socialUrl: '',
  socialLabel: 'Instagram',
}
