import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { checkBlog, importBlog } from '#import-export/server/writer/import-blog.ts'
import type { ImportOptions } from '#import-export/server/writer/import-run.ts'
import { importOptions, importPartsOf } from './import-parts.ts'
import { smallGhostExport, smallWordpressExport, type WordpressItem } from './small-exports.ts'
import type { TestApp } from '#tests/support/test-app.ts'

/** Returns functions that import small exports, each as one import, without downloads. Call it in a suite. */
export function useSmallImports(blog: () => TestApp) {
  let files = 0
  const run = async (text: string, more: Partial<ImportOptions>, work: typeof importBlog = importBlog) => {
    const path = join(blog().folder, `small-${(files += 1)}`)
    await writeFile(path, text)
    return (await work(importPartsOf(blog()), importOptions(path, { fetchFile: null, ...more }))).report
  }
  return {
    wordpress: (items: readonly WordpressItem[], more: Partial<ImportOptions> = {}) => run(smallWordpressExport(items), more),
    check: (items: readonly WordpressItem[]) => run(smallWordpressExport(items), {}, checkBlog),
    ghost: (tables: object, more: Partial<ImportOptions> = {}) => run(smallGhostExport(tables), more),
  }
}
