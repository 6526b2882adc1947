import { keepListAddress } from '#server/features/moved-addresses.ts'
import { oldAddressKey } from '#server/features/old-addresses.ts'
import type { Run } from './import-run.ts'
import { mapCategory } from './map-category.ts'

/**
 * Keeps the addresses of lists there that became a category here, and of a blog that was in a folder. All other lists are
 * known by the form of their addresses, whatever an export says.
 */
export async function importLists({ parts: { db }, options, source, categories, labels }: Run): Promise<void> {
  if (options.isDryRun) return
  for (const { path, kind, names } of source.lists) {
    const category = mapCategory(names, categories) ?? mapCategory(names, labels) ?? null
    const key = path.includes('?') ? path.toLowerCase() : oldAddressKey(path)
    if (key !== null && (kind === 'all' || (category !== null && category !== 'uncategorized'))) await keepListAddress(db, key, category)
  }
}
