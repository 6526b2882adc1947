/** Replaces a refused link (docs/product.md, 5). */
export const BLANK_ADDRESS = 'about:blank'
const ALLOWED = /^(https?|mailto|tel):/i
const HAS_SCHEME = /^[a-z][a-z0-9+.-]*:/i
const LOOKS_LIKE_EMAIL = /^[^\s@/]+@[^\s@/]+\.[^\s@/]+$/
/** Browsers skip these inside a scheme: 'java\nscript:' runs. */
// oxlint-disable-next-line no-control-regex -- that is what is looked for
const INVISIBLE = /[\u0000-\u0020\u007f-\u00a0\u2028\u2029\ufeff\u200b-\u200f]/g

/**
 * The address a link gets for what was typed: http, https, mailto and tel stay, pages of this blog (`/about`) stay,
 * 'example.org' becomes https, an e-mail address becomes mailto, every other scheme becomes `about:blank`.
 */
export const toLinkAddress = (typed: string): string => {
  const address = typed.trim()
  const visible = address.replace(INVISIBLE, '')
  if (visible === '') return BLANK_ADDRESS
  if (/^[/\\]{2}/.test(visible)) return BLANK_ADDRESS
  if (ALLOWED.test(visible)) return address
  if (HAS_SCHEME.test(visible) && !/^[^/]+:\d+(\/|$)/.test(visible)) return BLANK_ADDRESS
  if (/^[/#?]/.test(visible)) return visible
  return LOOKS_LIKE_EMAIL.test(visible) ? `mailto:${visible}` : `https://${visible}`
}

/** Pictures in a post come from our own storage only (docs/product.md, 12). */
export const isStoredPicture = (address: string) => /^\/files\/[^/\\\s]/.test(address) && !address.includes('..')

/** Also accepts the blog's own drawings, which some posts contain although the editor does not offer them. */
export const isOwnPicture = (address: string) =>
  isStoredPicture(address) || (/^\/drawings\/[^/\\\s]/.test(address) && !address.includes('..'))
