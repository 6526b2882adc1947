import { withoutTrailingSlashes } from '#platform/contract/paths.ts'
import type { Audience } from '#platform/contract/audiences.ts'
import type { Database } from '#platform/database/database.ts'
import { isReadable } from '#site/server/index.ts'

const PATH_MAX_LENGTH = 500

/**
 * Returns the normalised form of an address on another blog: its decoded path in lower case, without a slash at the end
 * and without `index.php`; with the id where the address has one (`/?p=123`). Ids of pages and attachments use the same
 * form, because WordPress numbers all content in one sequence.
 * @param address a path, or an absolute address of any site
 * @returns null for an address that cannot be that of a post
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
  withoutTrailingSlashes(
    decodePath(pathname)
      .toWellFormed()
      .toLowerCase()
      .replace(/\/index\.php(?=\/|$)/, ''),
  )

/** Returns the path unchanged if it cannot be decoded. */
export function decodePath(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** @returns the path in Kindred of the post that had this address on another blog; null if this audience may not read it */
export async function findMovedPost(db: Database, address: URL, audience: Audience): Promise<string | null> {
  const keys = [keyOf(address), keyOf({ pathname: address.pathname, searchParams: new URLSearchParams() })].filter((key) => key !== null)
  const found = await findPostsAt(db, keys, audience)
  return keys.flatMap((key) => found.get(key) ?? [])[0] ?? null
}

/** Returns paths of posts that this audience may read, by their old address. */
export async function findPostsAt(db: Database, keys: readonly string[], audience: Audience): Promise<ReadonlyMap<string, string>> {
  if (keys.length === 0) return new Map()
  const rows = await db
    .selectFrom('old_addresses')
    .innerJoin('posts', 'posts.id', 'old_addresses.post_id')
    .select(['old_addresses.path', 'posts.slug'])
    .where('old_addresses.path', 'in', keys)
    .where(isReadable(audience))
    .execute()
  return new Map(rows.map(({ path, slug }) => [path, `/post/${slug}`]))
}

/** Redirects an old path to the post, unless it belongs to another published post. */
export async function recordOldAddress(trx: Database, path: string, postId: string): Promise<void> {
  await trx
    .insertInto('old_addresses')
    .values({ path, post_id: postId })
    .onConflict((conflict) =>
      conflict
        .column('path')
        .doUpdateSet({ post_id: postId })
        .where((eb) =>
          eb.not(
            eb.exists(
              eb.selectFrom('posts').select('posts.id').whereRef('posts.id', '=', 'old_addresses.post_id').where(isReadable('admins')),
            ),
          ),
        ),
    )
    .execute()
}

export async function listOldAddresses(db: Database, postId: string): Promise<string[]> {
  const rows = await db.selectFrom('old_addresses').select('path').where('post_id', '=', postId).orderBy('path').execute()
  return rows.map((row) => row.path)
}
