/** Any origin works: a path of the blog resolves to the same one, other URLs do not. */
const SITE = 'http://site.invalid'

/** Returns the path if it belongs to the blog, else '/': prevents open redirects after sign-in. */
export const safeReturnPath = (from: string | null): string => {
  // Browsers drop control characters, so '/\t/evil' is '//evil' to them.
  // oxlint-disable-next-line no-control-regex -- those are the characters meant
  if (from === null || !from.startsWith('/') || /[\u0000-\u001f\u007f]/.test(from) || !URL.canParse(from, SITE)) return '/'
  const { origin, pathname, search, hash } = new URL(from, SITE)
  // '/.//host/' has the blog's origin, but resolves to the path '//host/', which is another site when resolved again.
  if (origin !== SITE || /^\/[/\\]/.test(pathname)) return '/'
  return pathname + search + hash
}

/** In the address of the sign-in page: a visitor was led there from something that is for members. */
export const MEMBERS_ONLY = 'members-only'

/** Path of the sign-in page that returns to `from` afterwards. */
export const signInPath = (from: string): string => {
  const path = safeReturnPath(from)
  return path === '/' ? '/sign-in' : `/sign-in?from=${encodeURIComponent(path)}`
}
