import { recordFileAddress, recordListAddress } from '#posts/server/index.ts'
import type { FormerAddresses } from '#moving/server/formats/blog-file.ts'
import { isFileAddress } from './files/import-files.ts'
import type { Run } from './import-run.ts'
import { mapCategory } from './posts/category-of-post.ts'

/** Imports the old addresses that the exported blog redirected. Call after pictures and files are imported and missing ones reported. */
export async function importFormerAddresses(run: Run, { lists, files }: FormerAddresses): Promise<void> {
  const { parts, options, categories } = run
  if (options.isDryRun) return
  for (const [path, category] of Object.entries(lists)) {
    const ours = category === '' ? null : mapCategory([category], categories)
    if (ours !== undefined) await recordListAddress(parts.db, path, ours)
  }
  const userId = run.findAuthor(null)
  for (const [path, place] of Object.entries(files)) {
    const imported = await (isFileAddress(place) ? run.files : run.pictures).import(place, userId)
    const [, folder] = 'url' in imported ? (/^\/files\/([\w-]+)\//.exec(imported.url) ?? []) : []
    if (folder !== undefined) await recordFileAddress(parts.db, path, folder)
  }
}
