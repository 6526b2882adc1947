import type { SourceList } from './source.ts'

/** The start page of a blog that was not at the root of its site. */
export const listsOfFolder = (folder: string): SourceList[] => (folder === '' ? [] : [{ path: folder, kind: 'all', names: [] }])

/** @returns the path of a site, without a slash at the end */
export const folderOf = (site: string | null): string => (site === null ? '' : new URL(site).pathname.replace(/\/+$/, ''))
