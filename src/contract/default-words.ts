import type { BlogWords } from './endpoints/site.ts'

/** Where neither the environment nor an admin says anything else. */
export const DEFAULT_BLOG_WORDS: BlogWords = {
  name: 'Kindred',
  mark: '♥ Kindred',
  author: 'The Kindred family',
  contact: '',
  socialUrl: '',
  socialLabel: 'Instagram',
}
