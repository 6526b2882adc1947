import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type Exported, exportBlog, nothingExported } from '#import-export/server/export/export-blog.ts'
import { writeZip } from '#import-export/server/formats/write-zip.ts'
import { unpackArchive } from '#import-export/server/readers/own/unpack-archive.ts'
import { TEST_ORIGIN, TEST_SITE, type TestApp } from '#tests/support/test-app.ts'

/** Exports a blog into a zip file. */
export async function exportTo({ db, storage, clock }: TestApp, path: string): Promise<Exported> {
  const exported = nothingExported()
  const parts = { db, files: storage.files, publicUrl: TEST_ORIGIN, siteConfig: TEST_SITE, now: () => clock.now }
  await pipeline(writeZip(exportBlog(parts, exported)), createWriteStream(path))
  return exported
}

/** Exports a blog and unpacks the archive, as an import does. */
export async function exportUnpacked(app: TestApp): Promise<{ folder: string; exported: Exported }> {
  const place = await mkdtemp(join(app.folder, 'archive-'))
  const path = join(place, 'blog.zip')
  const exported = await exportTo(app, path)
  const folder = await unpackArchive(path, join(place, 'unpacked'))
  await rm(path)
  return { folder, exported }
}
