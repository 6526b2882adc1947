import type { FormerAddresses } from '#import-export/server/formats/blog-file.ts'
import type { Database } from '#platform/database/database.ts'

/**
 * Returns the addresses of lists, pictures and files on a former blog. Those of posts and pages are in their heads.
 * @param places paths of pictures and files in the export, by address
 */
export async function describeFormerAddresses(db: Database, places: ReadonlyMap<string, string>): Promise<FormerAddresses> {
  const rows = await db
    .selectFrom('moved_addresses')
    .leftJoin('pictures', (join) => join.onRef('pictures.folder', '=', 'moved_addresses.target').on('moved_addresses.kind', '=', 'file'))
    .select(['path', 'moved_addresses.kind', 'target', 'pictures.address'])
    .where('moved_addresses.kind', 'in', ['search', 'file'])
    .orderBy('path')
    .execute()
  const former: FormerAddresses = { lists: {}, files: {} }
  for (const { path, kind, target, address } of rows) {
    const place = places.get(address ?? '')
    if (kind === 'search') former.lists[path] = new URLSearchParams(target).get('category') ?? ''
    else if (place !== undefined) former.files[path] = `/${place}`
  }
  return former
}

export const hasAny = ({ lists, files }: FormerAddresses): boolean => Object.keys(lists).length + Object.keys(files).length > 0
