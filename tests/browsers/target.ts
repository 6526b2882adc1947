/** An ARIA role, or `field` for any labelled element. */
export type Role =
  | 'alert'
  | 'article'
  | 'banner'
  | 'button'
  | 'dialog'
  | 'field'
  | 'heading'
  | 'image'
  | 'link'
  | 'listitem'
  | 'main'
  | 'region'

/** The whole text with white space collapsed, or a regular expression that matches a part. */
export type Pattern = string | RegExp

/** Describes an element by its role and accessible name, or by its text. Only visible elements match. */
export interface Target {
  readonly role?: Role
  readonly name?: Pattern
  readonly text?: Pattern
  readonly within?: Target
}

export const article: Target = { role: 'article' }
export const banner: Target = { role: 'banner' }
export const dialog: Target = { role: 'dialog' }
export const main: Target = { role: 'main' }

export const button = (name: Pattern, within?: Target): Target => ({ role: 'button', name, within })
export const field = (name: Pattern, within?: Target): Target => ({ role: 'field', name, within })
export const heading = (name: Pattern, within?: Target): Target => ({ role: 'heading', name, within })
export const link = (name: Pattern, within?: Target): Target => ({ role: 'link', name, within })
export const text = (words: Pattern, within?: Target): Target => ({ text: words, within })

/** 'button "Submit" in main' */
export function describeTarget({ role, name, text: words, within }: Target): string {
  const pattern = name ?? words
  const parts = [role ?? 'text', ...(pattern === undefined ? [] : [typeof pattern === 'string' ? `'${pattern}'` : String(pattern)])]
  return `${parts.join(' ')}${within === undefined ? '' : ` in ${describeTarget(within)}`}`
}
