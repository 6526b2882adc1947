import { AppError } from '#platform/contract/errors.ts'
import { decodePath, findDeskPost } from '#posts/server/index.ts'
import { isEmptyBody } from '#posts/contract/body-text.ts'
import { isRoomForPin } from '#writing/server/index.ts'
import { categoryOf, reportNotes } from './posts/category-of-post.ts'
import { escapeHtml } from '#platform/contract/read-html.ts'
import { convertBody, type TextContext } from './posts/convert-body.ts'
import { addressKeys, cleanTitle, importCover, importPost, type ReadyPost } from './posts/import-post.ts'
import { countComment } from './comments/import-comments.ts'
import { importDraft } from './posts/import-drafts.ts'
import type { Run } from './import-run.ts'
import { completePost } from './again/complete-post.ts'
import { reasonOf } from '#moving/server/record/report.ts'
import type { SourceEntry, SourceItem, SourcePost } from '#moving/server/record/source.ts'

/** Imports one post; its errors are reported and do not stop the others. */
export async function importItem(run: Run, item: SourceItem, entry: SourceEntry): Promise<void> {
  const { parts, options, report, importedItems } = run
  const title = entry.title.slice(0, 100) || `number ${item.id}`
  try {
    const post = item.read()
    if (await importDraft(run, post)) return undefined
    const here = await findImported(run, post)
    if (here === 'deleted') return report.add('deletedHere', title)
    if (here !== null) {
      report.counts.alreadyThere += 1
      return await completePost(run, { id: here, post, entry, title })
    }
    const ready = await preparePost(run, post, entry)
    if (!options.isDryRun) return await importPost({ ...parts, importedItems, report }, ready)
    report.counts.posts += 1
    if (ready.source.isPinned === true && (await isRoomForPin(parts.db))) report.counts.pinned += 1
    report.counts.redirects += addressKeys(entry, ready.slug).length
    for (const comment of post.comments) countComment(comment, report, ready.title)
  } catch (error) {
    const why = reasonOf(error)
    if (why === null) throw error
    report.fail('post', title, why)
  }
}

/** @returns the post's id in Kindred; 'deleted' if it was imported and deleted since; null if it is new */
async function findImported({ parts: { db }, importedItems }: Run, post: SourcePost): Promise<string | null> {
  const known = (await importedItems.find(db, 'post', post.id)) ?? null
  const id = known ?? post.ownId
  if (id === null) return null
  const row = await findDeskPost(db, id)
  return row?.id ?? (known === null ? null : 'deleted')
}

async function preparePost(run: Run, post: SourcePost, entry: SourceEntry): Promise<ReadyPost> {
  const { report, plan, findAuthor } = run
  const title = cleanTitle(post.title, post.createdAt, run)
  const slug = plan.slugs.get(post.id) ?? ''
  if (entry.slug !== null && entry.slug !== slug) report.add('slug', `${decodePath(entry.slug)} is now ${slug}`)
  reportNotes(run, post, title)
  const authorId = findAuthor(post.author)
  const content = await bodyOf(run, post, { title, authorId })
  return {
    source: run.pins.has(post.id) ? { ...post, isPinned: true } : post,
    entry,
    title,
    slug,
    category: categoryOf(run, post),
    content,
    cover: await importCover(run, post, { title, authorId }),
    authorId,
  }
}

/** Posts in Kindred need a text: without one the title becomes the text. @throws bad_request without title and cover */
async function bodyOf(run: Run, post: SourcePost, context: TextContext): Promise<string> {
  const body = await convertBody(run, post.html, context)
  if (!isEmptyBody(body)) return body
  if (post.title.trim() === '' && !post.cover) throw new AppError('bad_request', 'it has no text that could be taken over')
  run.report.add('empty', context.title)
  return `<p>${escapeHtml(context.title)}</p>`
}
