/** Any origin: what resolves to another one is not a path of our site. */
const SITE = 'http://site.invalid'

/** A path of our own site, or '/': no other site can be put behind our sign-in. */
export const safeReturnPath = (from: string | null): string => {
  // Browsers drop control characters, so '/\t/evil' is '//evil' to them.
  // oxlint-disable-next-line no-control-regex -- those are the characters meant
  if (from === null || !from.startsWith('/') || /[\u0000-\u001f\u007f]/.test(from) || !URL.canParse(from, SITE)) return '/'
  const { origin, pathname, search, hash } = new URL(from, SITE)
  // '/.//host/' is of our own site, but resolves to the path '//host/', which names another site when it is resolved again.
  if (origin !== SITE || /^\/[/\\]/.test(pathname)) return '/'
  return pathname + search + hash
}

/** Where a guard, or a call that needs a session, sends a reader. */
export const signInPath = (from: string): string => {
  const path = safeReturnPath(from)
  return path === '/' ? '/sign-in' : `/sign-in?from=${encodeURIComponent(path)}`
}
