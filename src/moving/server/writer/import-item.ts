import { AppError } from '#platform/contract/errors.ts'
import { decodePath } from '#posts/server/index.ts'
import { isEmptyBody } from '#posts/contract/body-text.ts'
import { escapeHtml } from '#platform/contract/read-html.ts'
import { reasonOf } from '#moving/server/record/report.ts'
import type { SourceEntry, SourceItem, SourcePost } from '#moving/server/record/source.ts'
import { countComment } from './comments/import-comments.ts'
import type { Run } from './import-run.ts'
import { completeText, findImportedText, type ImportedText } from './imported-text.store.ts'
import { categoryOf, reportNotes, withLostCategory } from './posts/categories-of-posts.ts'
import { convertBody, type TextContext } from './posts/convert-body.ts'
import { addressKeys, cleanTitle, importCover, importPost, type ReadyPost } from './posts/import-post.ts'
import { importDraft } from './posts/import-draft.ts'

interface Entered {
  readonly item: SourceItem
  readonly entry: SourceEntry
}

/** Imports one post; its errors are reported and do not stop the others. */
export const importItem = (run: Run, entered: Entered): Promise<void> =>
  tryItem(run, entered, (post) => importOne(run, post, entered.entry))

/** Counts one post and reports what it says, as if it were imported, and writes nothing. */
export const readItem = (run: Run, entered: Entered): Promise<void> =>
  tryItem(run, entered, async (post) => {
    if ((await findHere(run, post, entered.entry)) !== null) count(run, await preparePost(run, post, entered.entry))
  })

async function tryItem({ report }: Run, { item, entry }: Entered, work: (post: SourcePost) => Promise<void>): Promise<void> {
  try {
    const post = item.read()
    const isNothing = post.isDraft === true && post.title.trim() === '' && isEmptyBody(post.html)
    if (isNothing) report.add('leftThere', 'a draft without a word')
    else await work(post)
  } catch (error) {
    const why = reasonOf(error)
    if (why === null) throw error
    report.failAt({ what: 'post', post: nameOf(entry), address: entry.addresses[0] ?? null, why })
  }
}

const nameOf = ({ title }: SourceEntry) => title.slice(0, 100) || 'Without a title'

async function importOne(run: Run, post: SourcePost, entry: SourceEntry): Promise<void> {
  const here = await findHere(run, post, entry)
  if (here === undefined) await importNew(run, await preparePost(run, post, entry))
  else if (here !== null) await importAgain(run, here, { post, entry })
}

/** @returns what this import has brought; undefined for what is new; null for what stays as it is here, which is reported */
async function findHere(run: Run, post: SourcePost, entry: SourceEntry): Promise<ImportedText | undefined | null> {
  const { parts, options, report, importedItems } = run
  const here = await findImportedText(parts.db, importedItems, { kind: 'post', sourceId: post.id, ownId: post.ownId })
  if (here === 'deleted') report.add('keptHere', `${nameOf(entry)}: deleted here`)
  else if (here === undefined || here.importId === options.importId) return here
  else {
    report.counts.alreadyHere += 1
    report.add('alreadyHere', nameOf(entry))
  }
  return null
}

async function importNew(run: Run, ready: ReadyPost): Promise<void> {
  const { source, title } = ready
  const isPinned = await (source.isDraft ? importDraft(run, ready) : importPost(run, ready))
  if (source.isPinned && !isPinned) run.report.add('pin', title)
  count(run, { ...ready, source: { ...source, isPinned } })
}

/** Counts a post of this import, and tries again what it lacks, unless it was changed here. */
async function importAgain(
  run: Run,
  here: ImportedText,
  { post, entry }: { readonly post: SourcePost; readonly entry: SourceEntry },
): Promise<void> {
  const { parts, report, importedItems } = run
  const isTriedAgain = here.lacks && here.change === null
  if (here.lacks && !isTriedAgain) report.add('keptHere', `${nameOf(entry)}: ${here.change}, so what it lacks is not tried again`)
  const ready = await preparePost(isTriedAgain ? run : { ...run, ...run.counting }, post, entry)
  const { content, cover, lacks } = ready
  if (isTriedAgain) await completeText({ ...parts, importedItems }, here, { content, image_url: cover, lacks, sourceId: post.id })
  count(run, ready)
}

function count({ report }: Run, { source, entry, title, slug }: ReadyPost): void {
  const { counts } = report
  if (source.isDraft) counts.drafts += 1
  else counts.posts += 1
  if (source.isPinned) counts.pinned += 1
  if (!source.isDraft) counts.redirects += addressKeys(entry, slug).length
  for (const comment of source.comments) {
    if (source.isDraft) report.add('comment', 'on a draft')
    else countComment(comment, report, title)
  }
}

/** Reports what the post says, and converts its text. */
async function preparePost(run: Run, post: SourcePost, entry: SourceEntry): Promise<ReadyPost> {
  const { report, plan, findAuthor } = run
  const isUntitled = post.isDraft === true && post.title.trim() === ''
  const title = isUntitled ? '' : cleanTitle(post.title, post.createdAt, run)
  const slug = plan.slugs.get(post.id) ?? ''
  if (!post.isDraft && entry.slug !== null && entry.slug !== slug) report.add('slug', `${decodePath(entry.slug)} is now ${slug}`)
  const context = { title: title || 'A draft without a title', authorId: findAuthor(post.author) }
  reportNotes(run, post, context.title)
  if (run.isClosed && post.audience === undefined && post.isDraft !== true) report.add('closed', context.title)
  const missing = report.missingCount
  const content = await bodyOf(run, post, context)
  const cover = await importCover(run, post, context)
  return {
    source: run.pins.has(post.id) ? { ...post, isPinned: true } : post,
    entry,
    title,
    slug,
    category: categoryOf(run, post),
    content,
    cover,
    authorId: context.authorId,
    lacks: report.missingCount > missing,
  }
}

/** Posts in Kindred need a text: without one the title becomes the text. @throws bad_request without title and cover */
async function bodyOf(run: Run, post: SourcePost, context: TextContext): Promise<string> {
  const html = withLostCategory(run, post)
  const body = html.trim() === '' ? '' : await convertBody(run, html, context)
  if (post.isDraft || !isEmptyBody(body)) return body
  if (post.title.trim() === '' && !post.cover) throw new AppError('bad_request', 'it has no text that could be taken over')
  run.report.add('empty', context.title)
  return `<p>${escapeHtml(context.title)}</p>`
}
