/** Replaces the address of a refused link. */
export const BLANK_ADDRESS = 'about:blank'

/** Schemes of links that may leave the blog. */
const SCHEMES: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:', 'tel:'])

/** Whether an address is a path or a fragment of the blog itself. */
export const isOwnPath = (address: string): boolean => /^(\/(?![/\\])|#)/.test(address)

/**
 * Returns the address that is stored for a link: browsers resolve both to the same URL, or it is `about:blank`. A valid
 * address comes back unchanged; blanks and control characters are percent-encoded.
 */
export function safeAddress(href: string): string {
  const address = prepare(href)
  if (isOwnPath(address)) return encode(address)
  const scheme = schemeOf(address)
  // A telephone number is the same without the blanks and invisible marks that address books put into it.
  if (scheme === 'tel:') return address.replace(/[\s\p{Cc}\p{Cf}]/gu, '')
  return SCHEMES.has(scheme) ? encode(address) : BLANK_ADDRESS
}

/** What browsers do with an attribute before they parse it as a URL: 'java\nscript:' runs. */
function prepare(href: string): string {
  const inHtml = href.replaceAll('\0', '\uFFFD')
  // oxlint-disable-next-line no-control-regex -- that is what is looked for
  return inHtml.replace(/^[\u0001-\u0020]+|[\u0001-\u0020]+$/g, '').replace(/[\t\n\r]/g, '')
}

const encode = (address: string): string => address.replace(/[ \p{Cc}]/gu, encodeURIComponent)

/** Scheme in lower case with its colon; empty for what browsers refuse, or resolve as a relative address. */
function schemeOf(address: string): string {
  try {
    return new URL(address).protocol
  } catch {
    return ''
  }
}
