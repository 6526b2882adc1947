import { blogPagePath, isFixedPage, ownPageId } from '#site/contract/blog-pages.ts'
import type { BlogPage, blogPageEndpoints, ListedPage } from '#site/contract/blog-pages.endpoints.ts'
import { type Audience, defaultAudience } from '#platform/contract/audiences.ts'
import { AppError } from '#platform/contract/errors.ts'
import {
  type BlogPageRow,
  changeBlogPage,
  createOwnPage,
  deleteOwnPage,
  findShownPage,
  getBlogPage,
  isBlogClosed,
  listBlogPages,
  type ListedPageRow,
  orderMenu,
} from '#site/server/index.ts'
import { SITE_TAG } from '#platform/cache/cache-tags.ts'
import { ADDRESS_TAKEN, findFreeAddress, requireFreeAddress, requireRoom } from '#posts/server/index.ts'
import { updateBlogPage } from './update-blog-page.ts'
import type { ChangeFeed } from '#platform/database/change-feed.ts'
import { type Database, type DatabaseTransaction, isUniqueViolation, lockInTransaction } from '#platform/database/database.ts'
import type { Handlers } from '#platform/http/call-endpoint.ts'
import { toIso } from '#platform/contract/format-date.ts'

interface Dependencies {
  readonly db: Database
  readonly now: () => number
  readonly newId: () => string
}

/** Pages that are not posts (decision 18). The endpoints of posts read and write their text for the editor. */
export function blogPageRoutes({ db, now, newId }: Dependencies): Handlers<typeof blogPageEndpoints> {
  return {
    async getPage({ params, audience, addCacheTags }) {
      addCacheTags(SITE_TAG)
      const page = await findShownPage(db, params.page, audience)
      return { page: page ? toBlogPage(page) : null }
    },

    async listPages() {
      return { pages: (await listBlogPages(db)).map(toListedPage) }
    },

    async createPage({ body: { title, slug: wanted, place, audience }, viewer, write }) {
      const id = ownPageId(newId())
      const page = await writePages(write, async (trx) => {
        await requireRoom(trx)
        if (wanted !== undefined) await requireFreeAddress(trx, wanted)
        const slug = wanted ?? (await findFreeAddress(trx, title))
        const at = now()
        const row = {
          title,
          content: '',
          revision: 1,
          editor_id: viewer.id,
          created_at: at,
          updated_at: at,
          position: 0,
          audience: audience ?? defaultAudience(await isBlogClosed(trx)),
        }
        return createOwnPage(trx, { id, slug, place, ...row })
      })
      return toListedPage({ ...page, has_text: page.content !== '' })
    },

    async updatePage({ params: { page: id }, body: { slug, place, before, ...body }, write }) {
      if (isFixedPage(id)) throw new AppError('bad_request', 'This page has its fixed place. Only its words can be changed.')
      const page = await writePages(write, async (trx) => {
        const stored = await getBlogPage(trx, id)
        if (slug !== undefined && slug !== stored.slug) await requireFreeAddress(trx, slug)
        const audience = chosenAudience(stored, body)
        const changed = await changeBlogPage(trx, id, {
          ...(slug === undefined ? {} : { slug }),
          ...(place === undefined ? {} : { place }),
          ...(audience === stored.audience ? {} : { audience, updated_at: now() }),
        })
        if (before !== undefined) await orderMenu(trx, changed, before)
        return changed
      })
      return toListedPage({ ...page, has_text: page.content !== '' })
    },

    async deletePage({ params: { page: id }, viewer, write }) {
      const isFixed = isFixedPage(id)
      await writePages(write, async (trx) => {
        if (isFixed) await updateBlogPage(trx, id, { changes: { title: '', content: '' }, editorId: viewer.id, now: now() })
        else await deleteOwnPage(trx, id)
      })
      return { success: true, message: isFixed ? 'Our starter text is there again.' : 'The page has been deleted.' }
    },
  }
}

interface AudienceChoice {
  readonly audience?: Audience | undefined
  readonly audienceBefore?: Audience | undefined
}

/** A form sends the audience also if nobody chose it, and may be older than what another admin chose. @throws conflict */
function chosenAudience(stored: Pick<BlogPageRow, 'audience'>, { audience, audienceBefore }: AudienceChoice): Audience {
  if (audience === undefined || audience === audienceBefore || audience === stored.audience) return stored.audience
  if (audienceBefore === undefined || audienceBefore === stored.audience) return audience
  throw new AppError('conflict', 'Another admin has changed who can read this. Please choose again.', { field: 'audience' })
}

/** Serialised with all other writes of pages and posts: no two pages get the same address, no two edits the same revision. */
async function writePages<T>(write: ChangeFeed['write'], work: (trx: DatabaseTransaction) => Promise<T>): Promise<T> {
  try {
    return await write(async (trx, invalidate) => {
      await lockInTransaction(trx, 'post slugs')
      invalidate(SITE_TAG)
      return work(trx)
    })
  } catch (error) {
    if (isUniqueViolation(error)) throw new AppError('conflict', ADDRESS_TAKEN, { field: 'slug' })
    throw error
  }
}

const toBlogPage = (row: Pick<BlogPageRow, 'id' | 'title' | 'content' | 'audience' | 'updated_at'>): BlogPage => ({
  _id: row.id,
  title: row.title,
  content: row.content,
  audience: row.audience,
  updatedAt: toIso(row.updated_at),
})

const toListedPage = (row: Pick<ListedPageRow, 'id' | 'slug' | 'title' | 'place' | 'audience' | 'has_text'>): ListedPage => ({
  _id: row.id,
  title: row.title,
  path: blogPagePath(row),
  slug: row.slug,
  place: row.place,
  audience: row.audience,
  isEmpty: !row.has_text && !(isFixedPage(row.id) && row.title !== ''),
})
