import { randomBytes } from 'node:crypto'
import { writeComments } from '#import-export/server/writer/comments/import-comments.ts'
import type { Run } from '#import-export/server/writer/import-run.ts'
import { freeId } from '#import-export/server/writer/imported-items.store.ts'
import type { SourceEntry, SourcePage, SourcePost } from '#import-export/server/record/source.ts'
import { commentsTag, POSTS_TAG, SITE_TAG } from '#platform/cache/cache-tags.ts'
import { announceChanges } from '#platform/database/change-feed.ts'
import { defaultAudience } from '#platform/contract/audiences.ts'
import type { Category } from '#site/contract/category-names.ts'
import { AppError } from '#platform/contract/errors.ts'
import { DRAFTS_PER_USER_MAX } from '#writing/contract/writing-limits.ts'
import { POST_TITLE_MAX_LENGTH } from '#site/contract/site-limits.ts'
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

async function writePost(trx: DatabaseTransaction, run: Run, text: ReadyText): Promise<Written> {
  const { now, newId } = run.parts
  const { source, entry, slug, cover: image_url, authorId: author_id, title, category, content } = text
  const id = await freeId({ db: trx, table: 'posts', newId }, source.ownId)
  const audience = source.audience ?? defaultAudience(await isBlogClosed(trx))
  const comments_open = source.areCommentsClosed ? (0 as const) : (1 as const)
  const times = timesOf(source, now())
  await createPost(trx, { id, author_id, slug, title, category, image_url, content, audience, comments_open, ...times })
  for (const path of addressKeys(entry, slug)) await recordOldAddress(trx, path, id)
  for (const old of source.oldSlugs) if (/^[a-z0-9-]{1,200}$/.test(old)) await recordSlug(trx, old, id)
  const isPinned = !('publish_at' in times) && (await writeRestOfPublished(trx, run, { id, source }))
  await announceChanges(trx, [POSTS_TAG, commentsTag(id)], now())
  return { id, isPinned }
}

function timesOf({ publishAt = 0, createdAt, updatedAt }: SourcePost, now: number) {
  if (publishAt > now) return { created_at: publishAt, updated_at: updatedAt, publish_at: publishAt }
  return { created_at: createdAt, updated_at: Math.max(createdAt, updatedAt) }
}

/** What a planned post does not have yet. @returns whether it is pinned */
async function writeRestOfPublished(trx: DatabaseTransaction, { parts }: Run, { id, source }: { id: string; source: SourcePost }) {
  await writeComments(trx, parts.newId, { postId: id, comments: source.comments })
  const isPinned = source.isPinned === true && (await isRoomForPin(trx))
  if (isPinned) await setPinned(trx, id, true)
  return isPinned
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

type NewWords = Pick<Parameters<typeof createOwnPage>[1], 'title' | 'content' | 'editor_id' | 'created_at' | 'updated_at'>

async function writePage(trx: DatabaseTransaction, run: Run, { page, title, content, slug, ...text }: ReadyText): Promise<Written> {
  if (page === undefined) return { id: null, isHere: false }
  const { now } = run.parts
  const words = { title, content, editor_id: text.authorId, created_at: now(), updated_at: text.source.updatedAt }
  const written =
    page.fixed === null ? await writeOwnPage(trx, run, { page, slug, words }) : await writeFixedPage(trx, run, { id: page.fixed, words })
  if (written.id === null) return written
  await recordPageAddresses(trx, page.addresses ?? [], written.id)
  await announceChanges(trx, [SITE_TAG], now())
  return written
}

/** Unless the family has written it, which is reported. */
async function writeFixedPage(trx: DatabaseTransaction, { report }: Run, { id, words }: { id: string; words: NewWords }): Promise<Written> {
  const here = await getBlogPage(trx, id)
  if (here.title === '' && here.content === '') {
    await changeBlogPage(trx, id, { ...words, revision: here.revision + 1 })
    return { id }
  }
  const isHere = here.title === words.title && here.content === words.content
  if (!isHere) report.add('keptHere', `the page ${id}`)
  return { id: null, isHere }
}

interface OwnPage {
  readonly page: SourcePage
  /** As planned. */
  readonly slug: string
  readonly words: NewWords
}

async function writeOwnPage(trx: DatabaseTransaction, { parts, report }: Run, { page, slug: planned, words }: OwnPage): Promise<Written> {
  await requireRoom(trx)
  const slug = planned !== '' && (await isAddressFree(trx, planned)) ? planned : await findFreeAddress(trx, words.title)
  if (page.slug !== slug) report.add('slug', `the page ${page.slug ?? words.title} is now ${slug}`)
  const id = isBlogPage(page.id) && /^[\w-]{1,64}$/.test(page.id) ? page.id : ownPageId(parts.newId())
  const audience = page.audience ?? defaultAudience(await isBlogClosed(trx))
  await createOwnPage(trx, { id, slug, place: page.place, position: 0, audience, revision: 1, ...words })
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
