import { reasonOf } from '#import-export/server/record/report.ts'
import type { SourceEntry, SourcePage, SourcePost } from '#import-export/server/record/source.ts'
import { AppError } from '#platform/contract/errors.ts'
import { escapeHtml } from '#platform/contract/read-html.ts'
import { isEmptyBody } from '#posts/contract/body-text.ts'
import { NO_COVER } from '#posts/contract/cover.ts'
import { decodePath } from '#posts/server/index.ts'
import { countComment } from './comments/import-comments.ts'
import type { Run } from './import-run.ts'
import { completeText, findImportedText, type ImportedText } from './imported-texts.store.ts'
import { categoryOf, reportNotes, withLostCategory } from './posts/categories-of-posts.ts'
import { convertBody, type TextContext } from './posts/convert-body.ts'
import { cleanTitle, type ReadyText, writeText } from './posts/write-text.ts'

/** A post, draft or page of the source. */
export interface Text {
  readonly what: 'post' | 'page'
  readonly entry: SourceEntry
  /** @throws AppError */
  readonly read: () => SourcePost
  readonly page?: SourcePage
}

export function textOfPage(page: SourcePage, now: number): Text {
  const { id, fixed, slug, title, html, audience, addresses = [], notes = [] } = page
  const at = page.updatedAt ?? now
  const none = { oldSlugs: [], categories: [], comments: [], cover: null, author: null }
  const post: SourcePost = { ...none, id, ownId: fixed === null ? id : null, title, html, audience, notes, createdAt: at, updatedAt: at }
  return { what: 'page', entry: { id, slug, title, addresses }, read: () => post, page }
}

/** Imports a text, or only counts it and reports what it says. Its errors are reported and do not stop the others. */
export async function importText(run: Run, text: Text): Promise<void> {
  const { what, entry } = text
  try {
    const post = text.read()
    const isNothing = post.isDraft === true && post.title.trim() === '' && isEmptyBody(post.html)
    if (isNothing) run.report.add('leftThere', 'a draft without a word')
    else await importOne(run, text, post)
  } catch (error) {
    const why = reasonOf(error)
    if (why === null) throw error
    const post = entry.title.slice(0, 100) || 'Without a title'
    run.report.failAt({ what, post, address: entry.addresses[0] ?? null, why })
  }
}

const nameOf = ({ what, entry: { title } }: Text) => `${what === 'page' ? 'the page ' : ''}${title.slice(0, 100) || 'Without a title'}`

async function importOne(run: Run, text: Text, post: SourcePost): Promise<void> {
  const here = await findHere(run, text, post)
  if (here === null) return
  // What was changed here lacks what it lacks.
  const isKept = here !== undefined && (!here.lacks || here.change !== null)
  if (here?.lacks && isKept) run.report.add('keptHere', `${nameOf(text)}: ${here.change}, so what it lacks is not tried again`)
  const isWritten = !run.isCheck && !isKept
  const ready = await prepareText(isWritten ? run : { ...run, ...run.counting }, text, post)
  if (!isWritten) return count(run, ready)
  if (here === undefined) return writeNew(run, ready)
  await complete(run, { text, ready, here })
}

interface Completed {
  readonly text: Text
  readonly ready: ReadyText
  readonly here: ImportedText
}

async function complete(run: Run, { text, ready, here }: Completed): Promise<void> {
  // A later file that lacks it, too, brings nothing.
  if (ready.lacks && here.importId !== run.options.importId) return addAlreadyHere(run, text)
  const { what: kind, source, content, cover: image_url, lacks } = ready
  await completeText(run, { id: here.id, kind, sourceId: source.id, words: { content, image_url }, lacks })
  count(run, ready)
}

async function writeNew(run: Run, ready: ReadyText): Promise<void> {
  const { isHere, isPinned } = await writeText(run, ready)
  if (ready.source.isPinned && !isPinned) run.report.add('pin', ready.title)
  if (isHere) count(run, ready)
}

function addAlreadyHere({ report }: Run, text: Text): void {
  if (text.what === 'post') report.counts.alreadyHere += 1
  report.add('alreadyHere', nameOf(text))
}

/** @returns what this import has brought, or can complete; undefined for what is new; null for what stays as it is here, which is reported */
async function findHere(run: Run, text: Text, post: SourcePost): Promise<ImportedText | undefined | null> {
  const { report, options } = run
  const { what: kind, entry } = text
  const here = await findImportedText(run, { kind, post, entry })
  if (here === 'deleted') report.add('keptHere', `${nameOf(text)}: deleted here`)
  // A later file may have what one before lacked.
  else if (here === undefined || here.importId === options.importId || here.lacks) return here
  else addAlreadyHere(run, text)
  return null
}

function count({ report, parts }: Run, { what, source, title }: ReadyText): void {
  const { counts } = report
  if (what === 'page') {
    counts.pages += 1
    return
  }
  if (source.isDraft) counts.drafts += 1
  else counts.posts += 1
  for (const comment of source.comments) {
    if (source.isDraft) report.add('comment', 'on a draft')
    else if ((source.publishAt ?? 0) > parts.now()) report.add('comment', 'on a planned post')
    else countComment(comment, report, title)
  }
}

/** Reports what the text says, and converts it. */
async function prepareText(run: Run, { what, entry, page }: Text, post: SourcePost): Promise<ReadyText> {
  const { report, plan, findAuthor } = run
  const title = mayBeUntitled(post, page) && post.title.trim() === '' ? '' : cleanTitle(post.title, post.createdAt, run)
  const slug = plan.slugs.get(post.id) ?? ''
  const context = { title: page?.title ?? (title || 'A draft without a title'), authorId: findAuthor(post.author) }
  if (page) for (const { kind, detail } of post.notes) report.add(kind, `${page.title}: ${detail}`)
  else reportPost(run, post, { title: context.title, slug, slugThere: entry.slug })
  const missing = report.missingCount
  const content = await bodyOf(run, { what, post, context })
  const cover = await importCover(run, post, context)
  return {
    what,
    source: run.pins.has(post.id) ? { ...post, isPinned: true } : post,
    entry,
    ...(page && { page }),
    title,
    slug,
    category: categoryOf(run, post),
    content,
    cover,
    authorId: context.authorId,
    lacks: report.missingCount > missing,
  }
}

const mayBeUntitled = ({ isDraft = false }: SourcePost, page: SourcePage | undefined) =>
  isDraft || (page !== undefined && page.fixed !== null)

interface Named {
  readonly title: string
  readonly slug: string
  readonly slugThere: string | null
}

function reportPost(run: Run, post: SourcePost, { title, slug, slugThere }: Named): void {
  reportNotes(run, post, title)
  if (post.isDraft) return
  if (slugThere !== null && slugThere !== slug) run.report.add('slug', `${decodePath(slugThere)} is now ${slug}`)
  if (run.isBlogClosed && post.audience === undefined) run.report.add('closed', title)
}

interface Body {
  readonly what: Text['what']
  readonly post: SourcePost
  readonly context: TextContext
}

/** Posts in Kindred need a text: without one the title becomes the text. @throws bad_request without title and cover */
async function bodyOf(run: Run, { what, post, context }: Body): Promise<string> {
  const html = what === 'page' ? post.html : withLostCategory(run, post)
  const body = html.trim() === '' ? '' : await convertBody(run, html, context)
  if (what === 'page' || post.isDraft || !isEmptyBody(body)) return body
  if (post.title.trim() === '' && !post.cover) throw new AppError('bad_request', 'it has no text that could be taken over')
  run.report.add('empty', context.title)
  return `<p>${escapeHtml(context.title)}</p>`
}

/** @returns the new address of the cover; null without one, or if its import failed, which is reported */
async function importCover({ pictures, report }: Run, { cover }: SourcePost, { title, authorId }: TextContext): Promise<string | null> {
  if (cover === null || cover === '') return null
  if (cover === NO_COVER) return NO_COVER
  const imported = await pictures.import(cover, authorId)
  if ('url' in imported) return imported.url
  report.missPicture('cover', { post: title, address: cover, why: imported.reason })
  return null
}
