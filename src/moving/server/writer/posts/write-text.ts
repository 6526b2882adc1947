import { randomBytes } from 'node:crypto'
import { writeComments } from '#moving/server/writer/comments/import-comments.ts'
import type { Run } from '#moving/server/writer/import-run.ts'
import { freeId } from '#moving/server/writer/imported-items.store.ts'
import type { SourceEntry, SourcePage, SourcePost } from '#moving/server/record/source.ts'
import { commentsTag, POSTS_TAG, SITE_TAG } from '#platform/cache/cache-tags.ts'
import { announceChanges } from '#platform/cache/change-feed.ts'
import { defaultAudience } from '#platform/contract/audiences.ts'
import type { Category } from '#platform/contract/categories.ts'
import { AppError } from '#platform/contract/errors.ts'
import { DRAFTS_PER_USER_MAX, POST_TITLE_MAX_LENGTH } from '#platform/contract/limits.ts'
import { isoDayIn } from '#platform/contract/time-zone.ts'
import { type DatabaseTransaction, lockInTransaction } from '#platform/database/database.ts'
import {
  findFreeAddress,
  isAddressFree,
  NO_TEXT,
  oldAddressKey,
  recordOldAddress,
  recordPageAddresses,
  requireRoom,
} from '#posts/server/index.ts'
import { isBlogPage, ownPageId } from '#site/contract/blog-pages.ts'
import { changeBlogPage, createOwnPage, getBlogPage, isBlogClosed } from '#site/server/index.ts'
import { IMPORTED_DRAFT } from '#writing/contract/imported-drafts.ts'
import { createPost, isRoomForPin, recordSlug, setPinned } from '#writing/server/index.ts'

/** A post, draft or page with its text converted and its pictures stored, ready to be written. */
export interface ReadyText {
  readonly what: 'post' | 'page'
  readonly source: SourcePost
  readonly entry: SourceEntry
  readonly page?: SourcePage
  /** Empty for a draft or fixed page without one. */
  readonly title: string
  /** Empty where it has no address yet. */
  readonly slug: string
  readonly category: Category
  readonly content: string
  readonly cover: string | null
  readonly authorId: string
  /** Whether pictures or files are missing. */
  readonly lacks: boolean
}

interface Written {
  /** Null if the blog keeps a page of its own; `isHere` if that says the same. */
  readonly id: string | null
  readonly isHere?: boolean
  readonly isPinned?: boolean
}

/**
 * Writes a text with its addresses, comments and id in the source in one transaction: whole or not at all.
 * @throws conflict when there are too many drafts or pages
 */
export async function writeText(run: Run, text: ReadyText): Promise<{ readonly isHere: boolean; readonly isPinned: boolean }> {
  const { parts, options, importedItems } = run
  const { what, source, page, lacks } = text
  return parts.db.transaction().execute(async (trx) => {
    await lockInTransaction(trx, 'post slugs')
    const write = page ? writePage : source.isDraft ? writeDraft : writePost
    const { id, isHere = true, isPinned = false } = await write(trx, run, text)
    if (id !== null) {
      await trx.updateTable('posts').set({ import_id: options.importId }).where('id', '=', id).execute()
      await importedItems.save(trx, { kind: what, sourceId: source.id, target: id, lacks })
    }
    return { isHere, isPinned }
  })
}

async function writePost(trx: DatabaseTransaction, run: Run, { source, entry, slug, cover, ...text }: ReadyText): Promise<Written> {
  const { now, newId } = run.parts
  const id = await freeId({ db: trx, table: 'posts', newId }, source.ownId)
  const { publishAt = 0, createdAt, isClosed = false } = source
  const isPlanned = publishAt > now()
  await createPost(trx, {
    id,
    author_id: text.authorId,
    slug,
    title: text.title,
    category: text.category,
    image_url: cover,
    content: text.content,
    audience: source.audience ?? defaultAudience(await isBlogClosed(trx)),
    comments_open: isClosed ? 0 : 1,
    created_at: isPlanned ? publishAt : createdAt,
    updated_at: isPlanned ? source.updatedAt : Math.max(createdAt, source.updatedAt),
    ...(isPlanned && { publish_at: publishAt }),
  })
  for (const old of isPlanned ? [] : source.oldSlugs) if (/^[a-z0-9-]{1,200}$/.test(old)) await recordSlug(trx, old, id)
  for (const path of addressKeys(entry, slug)) await recordOldAddress(trx, path, id)
  await writeComments(trx, newId, { postId: id, comments: isPlanned ? [] : source.comments })
  const isPinned = source.isPinned === true && !isPlanned && (await isRoomForPin(trx))
  if (isPinned) await setPinned(trx, id, true)
  await announceChanges(trx, [POSTS_TAG, commentsTag(id)], now())
  return { id, isPinned }
}

/** Drafts of an author that an import leaves free for new texts. */
const ROOM_FOR_WRITING = 50
const DRAFTS_MAX = DRAFTS_PER_USER_MAX - ROOM_FOR_WRITING

async function writeDraft(trx: DatabaseTransaction, { parts }: Run, text: ReadyText): Promise<Written> {
  const { source, title, category, content, cover, authorId } = text
  const drafts = trx.selectFrom('posts').where('author_id', '=', authorId).where('state', '=', 'draft')
  const { count } = await drafts.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  if (Number(count) >= DRAFTS_MAX)
    throw new AppError('conflict', `there are ${DRAFTS_MAX} unpublished texts already; publish or discard some, and go on`)
  const id = IMPORTED_DRAFT + randomBytes(8).toString('hex')
  const at = Math.min(source.updatedAt, parts.now())
  const words = { ...NO_TEXT, title, category, image_url: cover, content, audience: source.audience ?? null }
  const row = { ...words, id, kind: 'post', state: 'draft', author_id: authorId, sequence: 1, created_at: at, updated_at: at } as const
  await trx.insertInto('posts').values(row).execute()
  return { id }
}

/** Unless the family has written the fixed page that it would replace, which is reported. */
async function writePage(trx: DatabaseTransaction, run: Run, text: ReadyText): Promise<Written> {
  const { parts, report } = run
  const { page, title, content, authorId, source } = text
  if (page === undefined) return { id: null, isHere: false }
  const words = { title, content, editor_id: authorId, created_at: parts.now(), updated_at: source.updatedAt }
  let id: string
  if (page.fixed === null) {
    await requireRoom(trx)
    const slug = text.slug !== '' && (await isAddressFree(trx, text.slug)) ? text.slug : await findFreeAddress(trx, title)
    if (page.slug !== slug) report.add('slug', `the page ${page.slug ?? title} is now ${slug}`)
    id = isBlogPage(page.id) && /^[\w-]{1,64}$/.test(page.id) ? page.id : ownPageId(parts.newId())
    const audience = page.audience ?? defaultAudience(await isBlogClosed(trx))
    await createOwnPage(trx, { id, slug, place: page.place, position: 0, audience, revision: 1, ...words })
  } else {
    id = page.fixed
    const here = await getBlogPage(trx, id)
    if (here.title !== '' || here.content !== '') {
      const isHere = here.title === title && here.content === content
      if (!isHere) report.add('keptHere', `the page ${id}`)
      return { id: null, isHere }
    }
    await changeBlogPage(trx, id, { ...words, revision: here.revision + 1 })
  }
  await recordPageAddresses(trx, page.addresses ?? [], id)
  await announceChanges(trx, [SITE_TAG], parts.now())
  return { id }
}

/** Keys of the post's old addresses, without its address in Kindred. */
const addressKeys = ({ addresses }: SourceEntry, slug: string): string[] => [
  ...new Set(addresses.map(oldAddressKey).filter((key) => key !== null && key !== `/post/${slug}`) as string[]),
]

/** Makes the title one line of at most `POST_TITLE_MAX_LENGTH`. Reports a replaced or cut title. */
export function cleanTitle(title: string, createdAt: number, { report, timeZone }: Pick<Run, 'report' | 'timeZone'>): string {
  const clean = title.replaceAll('\0', '').toWellFormed().replace(/\s+/gu, ' ').trim()
  if (clean.replace(/[\s\p{Cf}\u115F\u1160\u3164]/gu, '') === '') {
    const named = `Untitled, ${isoDayIn(createdAt, timeZone)}`
    report.add('title', `a post without a title is called ‘${named}’`)
    return named
  }
  if (clean.length <= POST_TITLE_MAX_LENGTH) return clean
  const cut = `${clean
    .slice(0, POST_TITLE_MAX_LENGTH - 1)
    .replace(/\s\S*$/, '')
    .toWellFormed()}…`
  report.add('title', `‘${clean}’ was cut`)
  return cut
}
