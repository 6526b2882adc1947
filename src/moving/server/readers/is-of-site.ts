/** Whether an address is relative or on the old site, with or without `www.`, over http or https. */
export function isOfSite(address: string, site: string | null): boolean {
  if (!URL.canParse(address)) return !/^[a-z][a-z0-9+.-]*:|^\/\//i.test(address)
  const host = (text: string) => new URL(text).hostname.replace(/^www\./, '')
  return site !== null && /^https?:/i.test(address) && host(address) === host(site)
}
