import { BLANK_ADDRESS, isOwnPath, safeAddress } from '#writing/contract/safe-address.ts'

const ALLOWED = /^(https?|mailto|tel):/i
const HAS_SCHEME = /^[a-z][a-z0-9+.-]*:/i
/** '0171 1234567', '+49 (171) 123-45', 'tel. 0171/1234567', 'Phone: 12345' */
const LOOKS_LIKE_NUMBER = /^(?:tel|phone|fon|mobile)?[.:\s]*(\+?[\d\s()/.-]{4,30})$/i
const IS_MACHINE = /^\d{1,3}(?:\.\d{1,3}){3}$/
const LOOKS_LIKE_EMAIL = /^[^\s@/]+@[^\s@/]+\.[^\s@/]+$/
/** Characters that come along at both ends of what is copied. */
const OUTER_INVISIBLE = /^[\s\p{Cc}\p{Cf}]+|[\s\p{Cc}\p{Cf}]+$/gu

/** @returns undefined for what is no telephone number */
const toCallAddress = (address: string): string | undefined => {
  const number = LOOKS_LIKE_NUMBER.exec(address)?.[1]?.replace(/[^\d+]/g, '') ?? ''
  return number.length < 4 || IS_MACHINE.test(address) ? undefined : `tel:${number}`
}

const toPageAddress = (address: string): string => {
  const safe = safeAddress(address)
  if (safe !== BLANK_ADDRESS) return safe
  if (address === '' || /\s|^[/\\?]/.test(address) || ALLOWED.test(address)) return BLANK_ADDRESS
  if (HAS_SCHEME.test(address) && !/^[^/]+:\d+(\/|$)/.test(address)) return BLANK_ADDRESS
  return safeAddress(LOOKS_LIKE_EMAIL.test(address) ? `mailto:${address}` : `https://${address}`)
}

/**
 * The address a link gets for what was typed: http, https, mailto and tel stay, pages of this blog (`/about`) stay,
 * 'example.org' becomes https, an e-mail address becomes mailto, a telephone number tel, every other scheme and several words `about:blank`.
 */
export function toLinkAddress(typed: string): string {
  const address = typed.replace(OUTER_INVISIBLE, '')
  return isOwnPath(address) ? toPageAddress(address) : (toCallAddress(address) ?? toPageAddress(address))
}

/** Pictures in a post come from our own storage only. */
export const isStoredPicture = (address: string) => /^\/files\/[^/\\\s]/.test(address) && !address.includes('..')

/** Also accepts the blog's own drawings, which some posts contain although the editor does not offer them. */
export const isOwnPicture = (address: string) =>
  isStoredPicture(address) || (/^\/drawings\/[^/\\\s]/.test(address) && !address.includes('..'))
