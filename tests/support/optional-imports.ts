import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { importBlog } from '#moving/server/writer/import-blog.ts'
import type { ImportOptions } from '#moving/server/writer/import-run.ts'
import type { Includable } from '#moving/server/record/source.ts'
import { importOptions, importPartsOf } from './import-parts.ts'
import { smallGhostExport, smallWordpressExport, type WordpressItem } from './small-exports.ts'
import type { TestApp } from './test-app.ts'

/** Returns functions that import small exports with optional parts, without downloads. Call it in a suite. */
export function useOptionalImports(blog: () => TestApp) {
  let files = 0
  const run = async (text: string, include: readonly Includable[], more: Partial<ImportOptions> = {}) => {
    const path = join(blog().folder, `with-${(files += 1)}`)
    await writeFile(path, text)
    const options = importOptions(path, { include: new Set(include), downloadPicture: null, pictures: null, ...more })
    return (await importBlog(importPartsOf(blog()), options)).report
  }
  return {
    wordpress: (items: readonly WordpressItem[], include: readonly Includable[], more?: Partial<ImportOptions>) =>
      run(smallWordpressExport(items), include, more),
    ghost: (tables: object, include: readonly Includable[]) => run(smallGhostExport(tables), include),
  }
}
