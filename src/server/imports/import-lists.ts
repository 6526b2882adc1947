import { keepFilePage, keepListAddress } from '#server/features/moved-addresses.ts'
import { oldAddressKey } from '#server/features/old-addresses.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Run } from './import-run.ts'
import { mapCategory } from './map-category.ts'

/** Kept at once: other writers wait for no more. */
const AT_ONCE = 200

/**
 * Keeps the addresses of lists there that became a category here, and of a blog that was in a folder. All other lists are
 * known by the form of their addresses, whatever an export says. Pages that showed a file lead to it.
 */
export async function importLists({ parts: { db }, options, source, categories, labels }: Run): Promise<void> {
  if (options.isDryRun) return
  await inPieces(db, source.lists, async (trx, { path, kind, names }) => {
    const category = mapCategory(names, categories) ?? mapCategory(names, labels) ?? null
    const key = path.includes('?') ? path.toLowerCase() : oldAddressKey(path)
    if (key !== null && (kind === 'all' || (category !== null && category !== 'uncategorized'))) await keepListAddress(trx, key, category)
  })
  await inPieces(db, source.filePages ?? [], (trx, { url, addresses }) => keepFilePage(trx, url, addresses))
}

async function inPieces<T>(db: Database, items: readonly T[], work: (trx: Database, item: T) => Promise<void>): Promise<void> {
  for (let at = 0; at < items.length; at += AT_ONCE) {
    await db.transaction().execute(async (trx) => {
      for (const item of items.slice(at, at + AT_ONCE)) await work(trx, item)
    })
  }
}
