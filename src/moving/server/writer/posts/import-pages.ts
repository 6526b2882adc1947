import { defaultAudience } from '#platform/contract/audiences.ts'
import { isBlogPage, ownPageId } from '#site/contract/blog-pages.ts'
import { changeBlogPage, createOwnPage, getBlogPage, isBlogClosed } from '#site/server/index.ts'
import { SITE_TAG } from '#platform/cache/cache-tags.ts'
import { findFreeAddress, isAddressFree, recordPageAddresses, requireRoom } from '#posts/server/index.ts'
import { announceChanges } from '#platform/cache/change-feed.ts'
import { type DatabaseTransaction, lockInTransaction } from '#platform/database/database.ts'
import { reasonOf } from '#moving/server/record/report.ts'
import type { SourcePage } from '#moving/server/record/source.ts'
import type { Run } from '#moving/server/writer/import-run.ts'
import { completeText, findImportedText, type ImportedText } from '#moving/server/writer/imported-text.store.ts'
import { convertBody } from './convert-body.ts'
import { cleanTitle } from './import-post.ts'

/** Imports one page; its errors are reported and do not stop the others. */
export const importPage = (run: Run, page: SourcePage): Promise<void> => tryPage(run, page, () => importOne(run, page))

/** Counts one page and reports what it says, and writes nothing. */
export const readPage = (run: Run, page: SourcePage): Promise<void> =>
  tryPage(run, page, async () => {
    if ((await findHere(run, page)) === null) return
    await preparePage(run, page)
    run.report.counts.pages += 1
  })

async function tryPage({ report }: Run, { title, addresses = [] }: SourcePage, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    const why = reasonOf(error)
    if (why === null) throw error
    report.failAt({ what: 'page', post: title.slice(0, 100), address: addresses[0] ?? null, why })
  }
}

/** What is written of a page. */
interface Words {
  readonly title: string
  readonly content: string
  readonly lacks: boolean
}

async function preparePage(run: Run, page: SourcePage): Promise<Words> {
  const { report, parts } = run
  const missing = report.missingCount
  for (const { kind, detail } of page.notes ?? []) report.add(kind, `${page.title}: ${detail}`)
  const content = page.html.trim() === '' ? '' : await convertBody(run, page.html, { title: page.title, authorId: run.findAuthor(null) })
  const isUntitled = page.title.trim() === '' && page.fixed !== null
  const title = isUntitled ? '' : cleanTitle(page.title, page.updatedAt ?? parts.now(), run)
  return { title, content, lacks: report.missingCount > missing }
}

/** @returns what this import has brought; undefined for what is new; null for what stays as it is here, which is reported */
async function findHere({ parts, options, report, importedItems }: Run, page: SourcePage): Promise<ImportedText | undefined | null> {
  const known = { kind: 'page', sourceId: page.id, ownId: page.fixed === null ? page.id : null } as const
  const here = await findImportedText(parts.db, importedItems, known)
  if (here === 'deleted') report.add('keptHere', `the page ${page.title}: deleted here`)
  else if (here === undefined || here.importId === options.importId) return here
  else report.add('alreadyHere', `the page ${page.title}`)
  return null
}

async function importOne(run: Run, page: SourcePage): Promise<void> {
  const { parts, report, importedItems } = run
  const here = await findHere(run, page)
  if (here === null) return
  if (here === undefined) {
    if (await writePage(run, page, await preparePage(run, page))) report.counts.pages += 1
    return
  }
  const isTriedAgain = here.lacks && here.change === null
  const { content, lacks } = await preparePage(isTriedAgain ? run : { ...run, ...run.counting }, page)
  if (isTriedAgain) await completeText({ ...parts, importedItems }, here, { content, image_url: null, lacks, sourceId: page.id })
  report.counts.pages += 1
}

type Written = Parameters<typeof createOwnPage>[1]
type NewWords = Pick<Written, 'title' | 'content' | 'editor_id' | 'created_at' | 'updated_at'>

/** Writes a page in one transaction, unless the family has written the fixed page that it would replace. @returns whether it is here */
async function writePage(run: Run, page: SourcePage, { title, content, lacks }: Words): Promise<boolean> {
  const { parts, options, importedItems } = run
  const at = { created_at: parts.now(), updated_at: page.updatedAt ?? parts.now() }
  const words = { title, content, editor_id: run.findAuthor(null), ...at }
  return parts.db.transaction().execute(async (trx) => {
    await lockInTransaction(trx, 'post slugs')
    const id =
      page.fixed === null ? await writeOwnPage(trx, run, { page, words }) : await writeFixedPage(trx, run, { id: page.fixed, words })
    if (typeof id === 'boolean') return id
    await trx.updateTable('posts').set({ import_id: options.importId }).where('id', '=', id).execute()
    await importedItems.save(trx, { kind: 'page', sourceId: page.id, target: id, lacks })
    await recordPageAddresses(trx, page.addresses ?? [], id)
    await announceChanges(trx, [SITE_TAG], parts.now())
    return true
  })
}

/** @returns its id; if it has words already, whether they are the same */
async function writeFixedPage(
  trx: DatabaseTransaction,
  { report }: Run,
  { id, words }: { readonly id: string; readonly words: NewWords },
): Promise<string | boolean> {
  const here = await getBlogPage(trx, id)
  if (here.title === '' && here.content === '') {
    await changeBlogPage(trx, id, { ...words, revision: here.revision + 1 })
    return id
  }
  const isSame = here.title === words.title && here.content === words.content
  if (!isSame) report.add('keptHere', `the page ${id}`)
  return isSame
}

/** @returns its id */
async function writeOwnPage(
  trx: DatabaseTransaction,
  { parts, plan, report }: Run,
  { page, words }: { readonly page: SourcePage; readonly words: NewWords },
): Promise<string> {
  await requireRoom(trx)
  const planned = plan.slugs.get(page.id) ?? ''
  const slug = planned !== '' && (await isAddressFree(trx, planned)) ? planned : await findFreeAddress(trx, words.title)
  if (page.slug !== slug) report.add('slug', `the page ${page.slug ?? words.title} is now ${slug}`)
  const id = isBlogPage(page.id) && /^[\w-]{1,64}$/.test(page.id) ? page.id : ownPageId(parts.newId())
  const audience = page.audience ?? defaultAudience(await isBlogClosed(trx))
  await createOwnPage(trx, { id, slug, place: page.place, position: 0, audience, revision: 1, ...words })
  return id
}
