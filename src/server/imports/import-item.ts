import type { Category } from '#contract/categories.ts'
import { AppError } from '#contract/errors.ts'
import { decodePath } from '#server/features/old-addresses.ts'
import { findAnyPost } from '#server/features/posts/save-post.ts'
import { isEmptyBody } from '#server/features/visible-text.ts'
import { convertBody, type Naming } from './convert-body.ts'
import { countComment } from './import-comments.ts'
import { addressKeys, cleanTitle, importPost, type ReadyPost } from './import-post.ts'
import { reasonOf, type Run } from './import-run.ts'
import { mapCategory } from './map-category.ts'
import { mendPost } from './mend-post.ts'
import type { SourceEntry, SourceItem, SourcePost } from './source.ts'

/** Imports one post; its errors are reported and do not stop the others. */
export async function importItem(run: Run, item: SourceItem, entry: SourceEntry): Promise<void> {
  const { parts, options, report, memory } = run
  const title = entry.title.slice(0, 100) || `number ${item.id}`
  try {
    const post = item.read()
    const here = await findImported(run, post)
    if (here === 'deleted') return report.add('deletedHere', title)
    if (here !== null) {
      report.counts.alreadyThere += 1
      return await mendPost(run, { id: here, post, entry, title })
    }
    const ready = await preparePost(run, post, entry)
    if (!options.isDryRun) return await importPost({ ...parts, memory, report }, ready)
    report.counts.posts += 1
    report.counts.redirects += addressKeys(entry, ready.slug).length
    for (const comment of post.comments) countComment(comment, report, ready.title)
  } catch (error) {
    const why = reasonOf(error)
    if (why === null) throw error
    report.fail('post', title, why)
  }
}

/** @returns its id here, 'deleted' if it was imported before, or null */
async function findImported({ parts: { db }, memory }: Run, post: SourcePost): Promise<string | null> {
  const known = (await memory.find(db, 'post', post.id)) ?? null
  const id = known ?? post.ownId
  if (id === null) return null
  const row = await findAnyPost(db, id)
  return row?.id ?? (known === null ? null : 'deleted')
}

async function preparePost(run: Run, post: SourcePost, entry: SourceEntry): Promise<ReadyPost> {
  const { report, plan, findAuthor } = run
  const title = cleanTitle(post.title, post.createdAt, report)
  const slug = plan.slugs.get(post.id) ?? ''
  if (entry.slug !== null && entry.slug !== slug) report.add('slug', `${decodePath(entry.slug)} is now ${slug}`)
  for (const { kind, detail } of post.notes) report.add(kind, kind === 'tags' || kind === 'comment' ? detail : `${title}: ${detail}`)
  const authorId = findAuthor(post.author)
  const content = await bodyOf(run, post, { title, authorId })
  return {
    source: post,
    entry,
    title,
    slug,
    category: categoryOf(run, post),
    content,
    cover: await coverOf(run, post, { title, authorId }),
    authorId,
  }
}

function categoryOf({ report, categories }: Run, post: SourcePost): Category {
  const [name = ''] = post.categories
  const category = mapCategory(post.categories, categories)
  if (name !== '' && name.toLowerCase() !== 'uncategorized') {
    report.addCategory(name, category ?? null)
    if (category === undefined) report.add('category', name)
  }
  return category ?? 'uncategorized'
}

/** @throws bad_request if the body is empty */
async function bodyOf(run: Run, post: SourcePost, naming: Naming): Promise<string> {
  const body = await convertBody(run, post.html, naming)
  if (isEmptyBody(body)) throw new AppError('bad_request', 'it has no text that could be taken over')
  return body
}

async function coverOf({ pictures, report }: Run, { cover }: SourcePost, { title, authorId }: Naming): Promise<string | null> {
  if (cover === null || cover === '') return null
  const imported = await pictures.import(cover, authorId)
  if ('url' in imported) return imported.url
  report.missPicture('cover', { post: title, address: cover, why: imported.reason })
  return null
}
