/** Replaces a refused link (docs/product.md, 5). */
export const BLANK_ADDRESS = 'about:blank'
const ALLOWED = /^(https?|mailto|tel):/i
const HAS_SCHEME = /^[a-z][a-z0-9+.-]*:/i
/** '0171 1234567', '+49 (171) 123-45', 'tel. 0171/1234567', 'Phone: 12345' */
const LOOKS_LIKE_NUMBER = /^(?:tel|phone|fon|mobile)?[.:\s]*(\+?[\d\s()/.-]{4,30})$/i
const IS_MACHINE = /^\d{1,3}(?:\.\d{1,3}){3}$/
const LOOKS_LIKE_EMAIL = /^[^\s@/]+@[^\s@/]+\.[^\s@/]+$/
/** Browsers skip these inside a scheme: 'java\nscript:' runs. */
// oxlint-disable-next-line no-control-regex -- that is what is looked for
const INVISIBLE = /[\u0000-\u0020\u007f-\u00a0\u2028\u2029\ufeff\u200b-\u200f]/g

/** @returns undefined for what is no telephone number */
const toCallAddress = (address: string): string | undefined => {
  const number = LOOKS_LIKE_NUMBER.exec(address)?.[1]?.replace(/[^\d+]/g, '') ?? ''
  return number.length < 4 || IS_MACHINE.test(address) ? undefined : `tel:${number}`
}

const toPageAddress = (address: string): string => {
  const visible = address.replace(INVISIBLE, '')
  if (visible === '' || /^[/\\]{2}/.test(visible)) return BLANK_ADDRESS
  if (ALLOWED.test(visible)) return address
  if (HAS_SCHEME.test(visible) && !/^[^/]+:\d+(\/|$)/.test(visible)) return BLANK_ADDRESS
  if (/\s/.test(address)) return BLANK_ADDRESS
  if (/^[/#?]/.test(visible)) return visible
  return LOOKS_LIKE_EMAIL.test(visible) ? `mailto:${visible}` : `https://${visible}`
}

/**
 * The address a link gets for what was typed: http, https, mailto and tel stay, pages of this blog (`/about`) stay,
 * 'example.org' becomes https, an e-mail address becomes mailto, a telephone number tel, every other scheme and several words `about:blank`.
 */
export const toLinkAddress = (typed: string): string => toCallAddress(typed.trim()) ?? toPageAddress(typed.trim())

/** Pictures in a post come from our own storage only (docs/product.md, 12). */
export const isStoredPicture = (address: string) => /^\/files\/[^/\\\s]/.test(address) && !address.includes('..')

/** Also accepts the blog's own drawings, which some posts contain although the editor does not offer them. */
export const isOwnPicture = (address: string) =>
  isStoredPicture(address) || (/^\/drawings\/[^/\\\s]/.test(address) && !address.includes('..'))
