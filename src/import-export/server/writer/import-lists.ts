import { keepFilePage, oldAddressKey, recordFileAddress, recordListAddress } from '#posts/server/index.ts'
import type { Database } from '#platform/database/database.ts'
import type { Run } from './import-run.ts'
import { mapCategory } from './posts/categories-of-posts.ts'
import type { FormerAddresses } from '#import-export/server/formats/blog-file.ts'
import { isFileAddress } from './files/media-names.ts'
import { folderOf } from './imported-items.store.ts'

/** Addresses in one transaction: bounds how long other writers wait. */
const BATCH_SIZE = 200

/**
 * Stores redirects for lists of the old blog that became a category, for the start page of a blog in a subfolder, and for
 * pages that showed only a file. Other lists need none: Kindred recognises them by their form.
 */
export async function importLists({ parts: { db }, source, categories, labels }: Run): Promise<void> {
  await inBatches(db, source.lists, async (trx, { path, kind, names }) => {
    const category = mapCategory(names, categories) ?? mapCategory(names, labels) ?? null
    const key = path.includes('?') ? path.toLowerCase() : oldAddressKey(path)
    if (key !== null && (kind === 'all' || (category !== null && category !== 'uncategorized'))) await recordListAddress(trx, key, category)
  })
  await inBatches(db, source.filePages ?? [], (trx, { url, addresses }) => keepFilePage(trx, url, addresses))
}

async function inBatches<T>(db: Database, items: readonly T[], work: (trx: Database, item: T) => Promise<void>): Promise<void> {
  for (let at = 0; at < items.length; at += BATCH_SIZE) {
    await db.transaction().execute(async (trx) => {
      for (const item of items.slice(at, at + BATCH_SIZE)) await work(trx, item)
    })
  }
}

/** Imports the old addresses that the exported blog redirected. Call after pictures and files are imported and missing ones reported. */
export async function importFormerAddresses(run: Run, { lists, files }: FormerAddresses): Promise<void> {
  const { parts, categories } = run
  for (const [path, category] of Object.entries(lists)) {
    const ours = category === '' ? null : mapCategory([category], categories)
    if (ours !== undefined) await recordListAddress(parts.db, path, ours)
  }
  const userId = run.findAuthor(null)
  for (const [path, place] of Object.entries(files)) {
    const imported = await (isFileAddress(place) ? run.files : run.pictures).import(place, userId)
    const folder = 'url' in imported ? folderOf(imported.url) : undefined
    if (folder !== undefined) await recordFileAddress(parts.db, path, folder)
  }
}
