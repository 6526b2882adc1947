import type { TextContext } from './convert-body.ts'
import type { Run } from '#moving/server/writer/import-run.ts'
import type { SourcePost } from '#moving/server/record/source.ts'

/** Imports the cover of a post. @returns its new address; null without a cover, or if its import failed, which is reported */
export async function importCover(
  { pictures, report }: Run,
  { cover }: SourcePost,
  { title, authorId }: TextContext,
): Promise<string | null> {
  if (cover === null || cover === '') return null
  const imported = await pictures.import(cover, authorId)
  if ('url' in imported) return imported.url
  report.missPicture('cover', { post: title, address: cover, why: imported.reason })
  return null
}
