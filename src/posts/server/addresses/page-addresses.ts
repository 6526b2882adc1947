import { isFixedPage, isFreePart } from '#site/contract/blog-pages.ts'
import { AppError } from '#platform/contract/errors.ts'
import { OWN_PAGES_MAX } from '#posts/contract/post-limits.ts'
import type { Database } from '#platform/database/database.ts'
import { listBlogPages } from '#site/server/index.ts'
import { findMovedPost } from './old-addresses.ts'
import { slugOf } from './slug.ts'

export const ADDRESS_TAKEN = 'Another page has this address already. Please choose another one.'

/** @param planned number of pages about to be created, in addition to one @throws conflict when there are too many */
export async function requireRoom(trx: Database, planned = 0): Promise<void> {
  const pages = await listBlogPages(trx)
  if (pages.filter(({ id }) => !isFixedPage(id)).length + planned < OWN_PAGES_MAX) return
  throw new AppError('conflict', `A blog can have ${OWN_PAGES_MAX} pages of its own. Please delete one that you no longer need.`)
}

const FORMER_ADDRESS = 'A post of your former blog had this address, and readers may still come by it. Please choose another one.'

/** @throws conflict, with the field `slug` */
export async function requireFreeAddress(trx: Database, slug: string): Promise<void> {
  const use = await findUseOfAddress(trx, slug)
  if (use !== null) throw new AppError('conflict', use === 'page' ? ADDRESS_TAKEN : FORMER_ADDRESS, { field: 'slug' })
}

/** Returns what the address is used for; null if it is free. */
async function findUseOfAddress(db: Database, slug: string): Promise<'page' | 'former post' | null> {
  if ((await listBlogPages(db)).some((page) => page.slug === slug)) return 'page'
  return (await findMovedPost(db, new URL(`/${slug}`, 'http://blog.invalid'), 'admins')) === null ? null : 'former post'
}

export const isAddressFree = async (db: Database, slug: string): Promise<boolean> => (await findUseOfAddress(db, slug)) === null

/** Returns the slug of the title, with a number appended if it is in use. */
export async function findFreeAddress(db: Database, title: string): Promise<string> {
  const base = slugOf(title)
  for (let number = 1; ; number += 1) {
    const slug = number === 1 ? base : `${base}-${number}`
    if (isFreePart(slug) && (await findUseOfAddress(db, slug)) === null) return slug
  }
}
