import { getBlogPage } from '#site/server/index.ts'
import { SITE_TAG } from '#platform/cache/cache-tags.ts'
import { SAME_PUBLICATION, updateAnyPost } from '#writing/server/index.ts'
import { announceChanges } from '#platform/cache/change-feed.ts'
import { lockInTransaction } from '#platform/database/database.ts'
import { addressRulesOf } from '#moving/server/writer/posts/convert-body.ts'
import { fetchMissing } from './fetch-missing.ts'
import type { Run } from '#moving/server/writer/import-run.ts'
import { fillGaps, findGaps, mayHaveGaps, readSourceText } from './fill-gaps.ts'
import { isForeign } from '#moving/server/readers/open-source.ts'
import type { SourcePage, SourcePost } from '#moving/server/record/source.ts'

interface Text {
  readonly title: string
  /** Text in the source. */
  readonly html: string
  /** Stored text. */
  readonly content: string
  readonly authorId: string
}

/** Imports pictures and files whose placeholders are still in a text. @returns a function that fills them in; null if there is nothing to fill */
async function findFilling(run: Run, { title, html, content, authorId }: Text): Promise<((content: string) => string) | null> {
  if (!mayHaveGaps(content)) return null
  const text = readSourceText(html, isForeign(run.source))
  const found = await fetchMissing(run, { title, authorId }, { content, text })
  return found.size === 0 ? null : (now) => fillGaps(now, findGaps(now, text, addressRulesOf(run)), found)
}

/** Adds missing pictures and files to a page of an earlier run (decision 53). */
export async function completePage(run: Run, page: SourcePage, id: string): Promise<void> {
  const { parts, options, report } = run
  const { content } = await getBlogPage(parts.db, id)
  const fill = await findFilling(run, { title: page.title, html: page.html, content, authorId: run.findAuthor(null) })
  if (fill === null) return
  report.counts.mended += 1
  if (options.isDryRun) return
  await parts.db.transaction().execute(async (trx) => {
    await lockInTransaction(trx, 'post slugs')
    const here = await getBlogPage(trx, id)
    const changes = { content: fill(here.content) }
    if (changes.content === here.content) return
    // Not an edit by the family, so date and editor stay.
    await updateAnyPost(trx, id, { ...SAME_PUBLICATION, changes, now: here.updated_at, editorId: here.editor_id })
    await announceChanges(trx, [SITE_TAG], parts.now())
  })
}

/** Adds missing pictures and files to an imported draft that nobody has edited. */
export async function completeDraft(run: Run, post: SourcePost, id: string): Promise<void> {
  const { parts, options, report } = run
  const find = parts.db.selectFrom('posts').select(['author_id', 'content', 'sequence'])
  const here = await find.where('id', '=', id).where('state', '=', 'draft').executeTakeFirst()
  if (!here?.author_id) return
  const fill = await findFilling(run, { title: post.title, html: post.html, content: here.content, authorId: here.author_id })
  if (fill === null) return
  report.counts.mended += 1
  if (options.isDryRun) return
  await parts.db
    .updateTable('posts')
    .set({ content: fill(here.content), sequence: here.sequence + 1 })
    .where('id', '=', id)
    .where('sequence', '=', here.sequence)
    .where('state', '=', 'draft')
    .execute()
}
