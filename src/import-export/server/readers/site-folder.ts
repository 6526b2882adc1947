import { withoutTrailingSlashes } from '#platform/contract/paths.ts'
import type { SourceList } from '#import-export/server/record/source.ts'

/** Start page of a blog in a subfolder of its site; none for a blog at the root. */
export const listsOfFolder = (folder: string): SourceList[] => (folder === '' ? [] : [{ path: folder, kind: 'all', names: [] }])

/** Path of a site, without a trailing slash. */
export const folderOf = (site: string | null): string => (site === null ? '' : withoutTrailingSlashes(new URL(site).pathname))

/** Whether an address is relative or on the old site, with or without `www.`, over http or https. */
export function isOfSite(address: string, site: string | null): boolean {
  if (!URL.canParse(address)) return !/^[a-z][a-z0-9+.-]*:|^\/\//i.test(address)
  const host = (text: string) => new URL(text).hostname.replace(/^www\./, '')
  return site !== null && /^https?:/i.test(address) && host(address) === host(site)
}
