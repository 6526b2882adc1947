import type { Naming } from './convert-body.ts'
import type { Run } from './import-run.ts'
import type { SourcePost } from './source.ts'

/** The address of its picture here; null where it has none, or it could not be had, which is reported. */
export async function coverOf({ pictures, report }: Run, { cover }: SourcePost, { title, authorId }: Naming): Promise<string | null> {
  if (cover === null || cover === '') return null
  const imported = await pictures.import(cover, authorId)
  if ('url' in imported) return imported.url
  report.missPicture('cover', { post: title, address: cover, why: imported.reason })
  return null
}
