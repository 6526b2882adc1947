import type { Audience } from '#contract/audiences.ts'
import type { Database } from '#server/platform/database/database.ts'
import { isReadable } from './readable.ts'

const PATH_MAX_LENGTH = 500

/**
 * The one form of an address on another blog: its path without a slash at the end, in lower case, decoded, without
 * `index.php`; with the number where the blog went by numbers (`/?p=123`). A page or attachment by its number is the
 * same as a post: numbers are unique there.
 * @param address a path, or a whole address of whatever site
 * @returns null for what can be no address of a post
 */
export function oldAddressKey(address: string): string | null {
  return URL.canParse(address, 'http://old.invalid') ? keyOf(new URL(address, 'http://old.invalid')) : null
}

function keyOf({ pathname, searchParams }: Pick<URL, 'pathname' | 'searchParams'>): string | null {
  const number = NUMBERS.map((name) => searchParams.get(name) ?? '').find((value) => /^\d{1,15}$/.test(value))
  const path = cleanPath(pathname)
  const key = number === undefined ? path : `${path}/?p=${number}`
  return key === '' || !isUsable(key) ? null : key
}

const NUMBERS = ['p', 'page_id', 'attachment_id']

export const isUsable = (key: string): boolean => key.length <= PATH_MAX_LENGTH && !key.includes('\0')

export const cleanPath = (pathname: string): string =>
  decodePath(pathname)
    .toWellFormed()
    .toLowerCase()
    .replace(/\/index\.php(?=\/|$)/, '')
    .replace(/\/+$/, '')

/** As a person would write it; what cannot be decoded stays. */
export function decodePath(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** @returns the path of the post that stood at this address on another blog; always one of our own, and one for this audience */
export async function findMovedPost(db: Database, address: URL, audience: Audience): Promise<string | null> {
  const keys = [keyOf(address), keyOf({ pathname: address.pathname, searchParams: new URLSearchParams() })].filter((key) => key !== null)
  const found = await findPostsAt(db, keys, audience)
  return keys.flatMap((key) => found.get(key) ?? [])[0] ?? null
}

/** Paths of posts for this audience, by the old address. */
export async function findPostsAt(db: Database, keys: readonly string[], audience: Audience): Promise<ReadonlyMap<string, string>> {
  if (keys.length === 0) return new Map()
  const rows = await db
    .selectFrom('old_addresses')
    .innerJoin('posts', 'posts.id', 'old_addresses.post_id')
    .select(['old_addresses.path', 'posts.slug'])
    .where('old_addresses.path', 'in', keys)
    .where(isReadable(audience, 'posts'))
    .execute()
  return new Map(rows.map(({ path, slug }) => [path, `/post/${slug}`]))
}

/** Leads from there to the post, unless another post stood there. */
export async function keepOldAddress(trx: Database, path: string, postId: string): Promise<void> {
  const posts = trx.selectFrom('posts').select('posts.id')
  await trx
    .insertInto('old_addresses')
    .values({ path, post_id: postId })
    .onConflict((conflict) =>
      conflict
        .column('path')
        .doUpdateSet({ post_id: postId })
        .where((eb) => eb('old_addresses.post_id', 'not in', posts)),
    )
    .execute()
}

export async function listOldAddresses(db: Database, postId: string): Promise<string[]> {
  const rows = await db.selectFrom('old_addresses').select('path').where('post_id', '=', postId).orderBy('path').execute()
  return rows.map((row) => row.path)
}
