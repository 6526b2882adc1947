/** What can be found on a page: an ARIA role, or `field` for whatever has a label. */
export type Role =
  | 'alert'
  | 'article'
  | 'banner'
  | 'button'
  | 'columnheader'
  | 'dialog'
  | 'field'
  | 'heading'
  | 'image'
  | 'link'
  | 'listitem'
  | 'main'
  | 'navigation'
  | 'region'
  | 'row'
  | 'toolbar'

/** A whole text (blanks collapsed), or an expression that finds it. */
export type Pattern = string | RegExp

/** An element as a reader would describe it: by its role and name, or by its text. Only what is shown counts. */
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
