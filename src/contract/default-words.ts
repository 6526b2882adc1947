import type { BlogWords } from './endpoints/site.ts'

/** What the environment says of the blog, until an admin says something else. */
export interface StartingWords extends BlogWords {
  /** The first link of the footer; empty for none. */
  readonly socialUrl: string
  readonly socialLabel: string
}

/** Where neither the environment nor an admin says anything else. */
export const DEFAULT_BLOG_WORDS: StartingWords = {
  name: 'Kindred',
  mark: '♥ Kindred',
  author: 'The Kindred family',
  contact: '',
  socialUrl: '',
  socialLabel: 'Instagram',
}
