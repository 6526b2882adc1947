/** A path of our own site, or '/': no other site can be put behind our sign-in. */
export const safeReturnPath = (from: string | null): string => {
  if (from === null || !from.startsWith('/')) return '/'
  // Browsers drop control characters and read a backslash as a slash, so '/\t/evil' is '//evil' to them.
  // oxlint-disable-next-line no-control-regex -- those are the characters meant
  if (/^\/[/\\]|[\u0000-\u001f\u007f]/.test(from)) return '/'
  return from
}

/** Where a guard, or a call that needs a session, sends a reader. */
export const signInPath = (from: string): string => {
  const path = safeReturnPath(from)
  return path === '/' ? '/sign-in' : `/sign-in?from=${encodeURIComponent(path)}`
}
