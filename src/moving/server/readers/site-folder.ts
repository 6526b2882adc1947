import type { SourceList } from '#moving/server/record/source.ts'

/** Start page of a blog in a subfolder of its site; none for a blog at the root. */
export const listsOfFolder = (folder: string): SourceList[] => (folder === '' ? [] : [{ path: folder, kind: 'all', names: [] }])

/** Path of a site, without a trailing slash. */
export const folderOf = (site: string | null): string => (site === null ? '' : new URL(site).pathname.replace(/\/+$/, ''))
