import { isFixedPage, isFreePart, ownPageId } from '#contract/blog-pages.ts'
import type { blogPageEndpoints } from '#contract/endpoints/blog-pages.ts'
import { AppError } from '#contract/errors.ts'
import { OWN_PAGES_MAX } from '#contract/limits.ts'
import {
  changeBlogPage,
  createOwnPage,
  deleteOwnPage,
  findShownPage,
  getBlogPage,
  listBlogPages,
  orderMenu,
} from '#server/features/blog-pages.ts'
import { SITE_TAG } from '#server/features/cache-tags.ts'
import { findMovedPost } from '#server/features/old-addresses.ts'
import { slugOf } from '#server/features/slug.ts'
import { updateBlogPage } from '#server/features/update-blog-page.ts'
import type { ChangeFeed } from '#server/platform/cache/change-feed.ts'
import { type Database, type DatabaseTransaction, isUniqueViolation, lockInTransaction } from '#server/platform/database/database.ts'
import type { Handlers } from '#server/platform/http/call-endpoint.ts'
import { toBlogPage, toListedPage } from './blog-pages.wire.ts'

interface Dependencies {
  readonly db: Database
  readonly now: () => number
  readonly newId: () => string
}

/** Pages that are no posts (decision 31); their words come and go with the calls of posts. */
export function blogPageRoutes({ db, now, newId }: Dependencies): Handlers<keyof typeof blogPageEndpoints> {
  return {
    async 'GET /api/page/:page'({ params, addCacheTags }) {
      addCacheTags(SITE_TAG)
      const page = await findShownPage(db, params.page)
      return { page: page ? toBlogPage(page) : null }
    },

    async 'GET /api/pages'() {
      return { pages: (await listBlogPages(db)).map(toListedPage) }
    },

    async 'POST /api/pages'({ body: { title, slug: wanted, place }, viewer, write }) {
      const id = ownPageId(newId())
      const page = await writePages(write, async (trx) => {
        await requireRoom(trx)
        if (wanted !== undefined) await requireFreeAddress(trx, wanted)
        const slug = wanted ?? (await findFreeAddress(trx, title))
        const at = now()
        const row = { title, content: '', revision: 1, editor_id: viewer.id, created_at: at, updated_at: at, position: 0 }
        return createOwnPage(trx, { id, slug, place, ...row })
      })
      return toListedPage({ ...page, has_text: page.content !== '' })
    },

    async 'PUT /api/page/:page'({ params: { page: id }, body: { slug, place, before }, write }) {
      if (isFixedPage(id)) throw new AppError('bad_request', 'This page has its fixed place. Only its words can be changed.')
      const page = await writePages(write, async (trx) => {
        const { slug: oldSlug } = await getBlogPage(trx, id)
        if (slug !== undefined && slug !== oldSlug) await requireFreeAddress(trx, slug)
        const changed = await changeBlogPage(trx, id, {
          ...(slug === undefined ? {} : { slug }),
          ...(place === undefined ? {} : { place }),
        })
        if (before !== undefined) await orderMenu(trx, changed, before)
        return changed
      })
      return toListedPage({ ...page, has_text: page.content !== '' })
    },

    async 'DELETE /api/page/:page'({ params: { page: id }, viewer, write }) {
      const isFixed = isFixedPage(id)
      await writePages(write, async (trx) => {
        if (isFixed) await updateBlogPage(trx, id, { changes: { title: '', content: '' }, editorId: viewer.id, now: now() })
        else await deleteOwnPage(trx, id)
      })
      return { success: true, message: isFixed ? 'Our starter text stands there again.' : 'The page has been deleted.' }
    },
  }
}

const ADDRESS_TAKEN = 'Another page has this address already. Please choose another one.'

/** Serialised with every other write of pages and posts: two pages never take one address, two edits never one revision. */
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

/** @throws conflict when there are too many */
async function requireRoom(trx: Database): Promise<void> {
  const pages = await listBlogPages(trx)
  if (pages.filter(({ id }) => !isFixedPage(id)).length < OWN_PAGES_MAX) return
  throw new AppError('conflict', `A blog can have ${OWN_PAGES_MAX} pages of its own. Please delete one that you no longer need.`)
}

const FORMER_ADDRESS = 'A post of your former blog had this address, and readers may still come by it. Please choose another one.'

/** @throws conflict that names the field */
async function requireFreeAddress(trx: Database, slug: string): Promise<void> {
  const use = await findUseOfAddress(trx, slug)
  if (use !== null) throw new AppError('conflict', use === 'page' ? ADDRESS_TAKEN : FORMER_ADDRESS, { field: 'slug' })
}

/** What stands at an address, if anything does. */
async function findUseOfAddress(db: Database, slug: string): Promise<'page' | 'former post' | null> {
  if ((await listBlogPages(db)).some((page) => page.slug === slug)) return 'page'
  return (await findMovedPost(db, new URL(`/${slug}`, 'http://blog.invalid'))) === null ? null : 'former post'
}

/** The title's own, with a number where that one is in use. */
async function findFreeAddress(db: Database, title: string): Promise<string> {
  const base = slugOf(title)
  for (let number = 1; ; number += 1) {
    const slug = number === 1 ? base : `${base}-${number}`
    if (isFreePart(slug) && (await findUseOfAddress(db, slug)) === null) return slug
  }
}
