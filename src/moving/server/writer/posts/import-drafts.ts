import { randomBytes } from 'node:crypto'
import { IMPORTED_DRAFT, isImportedDraft } from '#writing/contract/imported-drafts.ts'
import { DRAFTS_PER_USER_MAX } from '#platform/contract/limits.ts'
import { NO_TEXT } from '#posts/server/index.ts'
import { isEmptyBody } from '#posts/contract/body-text.ts'
import type { Database } from '#platform/database/database.ts'
import { categoryOf, reportNotes } from './category-of-post.ts'
import { convertBody } from './convert-body.ts'
import { cleanTitle, importCover } from './import-post.ts'
import type { Run } from '#moving/server/writer/import-run.ts'
import { completeDraft } from '#moving/server/writer/again/complete-texts.ts'
import type { SourcePost } from '#moving/server/record/source.ts'

/** Drafts of an author that an import leaves free for new texts. */
const ROOM_FOR_WRITING = 50
const ROOM = DRAFTS_PER_USER_MAX - ROOM_FOR_WRITING

/**
 * Imports a text that was never published as a draft of its author, once.
 * @returns false for a text that is imported as a post
 */
export async function importDraft(run: Run, post: SourcePost): Promise<boolean> {
  const { parts, report, importedItems, options } = run
  const known = await importedItems.find(parts.db, 'post', post.id)
  const name = post.title.slice(0, 100) || 'Without a title'
  if (known !== undefined && isImportedDraft(known)) {
    await reportKnown(run, { name, id: known, isDraft: post.isDraft === true })
    await completeDraft(run, post, known)
    return true
  }
  // A known post was imported while it was published, and became a draft on the old blog since.
  if (post.isDraft !== true || known !== undefined) return false
  if (post.title.trim() === '' && isEmptyBody(post.html)) {
    report.add('notPublished', `number ${post.id}: a draft without a word`)
    return true
  }
  const userId = run.findAuthor(post.author)
  const isFull = (await countOpen(parts.db, userId)) + (options.isDryRun ? report.counts.drafts : 0) >= ROOM
  if (isFull) {
    const why = `there are ${ROOM} unpublished texts already. Please publish or discard some, and run the import again.`
    report.fail('post', name, why)
    return true
  }
  await writeDraft(run, post, userId)
  report.counts.drafts += 1
  return true
}

async function writeDraft(run: Run, post: SourcePost, userId: string): Promise<void> {
  const { parts, report, importedItems, options } = run
  const title = post.title.trim() === '' ? '' : cleanTitle(post.title, post.createdAt, run)
  const context = { title: title || 'A draft without a title', authorId: userId }
  reportNotes(run, post, context.title)
  for (const _ of post.comments) report.add('comment', 'on a draft')
  const content = post.html.trim() === '' ? '' : await convertBody(run, post.html, context)
  const image = await importCover(run, post, context)
  const category = categoryOf(run, post)
  if (options.isDryRun) return
  const id = IMPORTED_DRAFT + randomBytes(8).toString('hex')
  const words = { title, category, image_url: image, content, audience: post.audience ?? null }
  const at = Math.min(post.updatedAt, parts.now())
  const row = {
    ...NO_TEXT,
    ...words,
    id,
    kind: 'post',
    state: 'draft',
    author_id: userId,
    sequence: 1,
    created_at: at,
    updated_at: at,
  } as const
  await parts.db.transaction().execute(async (trx) => {
    await trx.insertInto('posts').values(row).execute()
    await importedItems.save(trx, { kind: 'post', sourceId: post.id, target: id })
  })
}

async function reportKnown(
  { parts: { db }, report }: Run,
  { name, id, isDraft }: { readonly name: string; readonly id: string; readonly isDraft: boolean },
): Promise<void> {
  const row = await db.selectFrom('posts').select('state').where('id', '=', id).executeTakeFirst()
  if (row && row.state !== 'trashed') {
    report.counts.alreadyThere += 1
    if (!isDraft && row.state === 'draft') report.add('keptHere', `${name}: published there since, an unpublished text here`)
  } else report.add('keptHere', `${name}: thrown away here`)
}

async function countOpen(db: Database, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('posts')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('author_id', '=', userId)
    .where('state', '=', 'draft')
    .executeTakeFirstOrThrow()
  return Number(count)
}
