/** The form stays pending until its page is left; one that Back restores can be sent again. */
export const leaveTo = (target: string): Promise<undefined> | undefined => {
  const { pathname, search } = new URL(target, location.href)
  location.assign(target)
  if (target.includes('#') && pathname === location.pathname && search === location.search) return undefined
  return new Promise((resolve) => addEventListener('pageshow', () => resolve(undefined), { once: true }))
}
