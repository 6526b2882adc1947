import type { Audience } from '#platform/contract/audiences.ts'
import { blogPagePath, isFixedPage } from '#site/contract/blog-pages.ts'
import { discoveryResponses } from '#posts/contract/public-responses.ts'
import type { Database } from '#platform/database/database.ts'
import { isCategory, isReadable } from '#site/server/index.ts'
import { type FormerAddress, fileKeys, isFormerSitemap, listAddress, readFormerAddress } from './former-address.ts'
import { cleanPath, findPostsAt, isUsable, oldAddressKey } from './old-addresses.ts'

/** Whether this audience may open a picture or file. */
export type MayOpenFile = (folder: string, audience: Audience) => Promise<boolean>

interface MovedParts {
  readonly db: Database
  readonly mayOpenFile: MayOpenFile
}

/**
 * Finds the address in Kindred of an imported list, feed, page, file or post. Content that this audience may not read is
 * not found.
 * @returns always a path on this blog (no open redirect)
 */
export async function findMovedAddress({ db, mayOpenFile }: MovedParts, url: URL, audience: Audience): Promise<string | null> {
  if (isFormerSitemap(url.pathname)) return discoveryResponses.sitemap.path
  const address = readFormerAddress(url)
  if (address === null) return null
  const found = await findTargets(db, address, audience)
  const file = address.keys.map((key) => found.others.get(key)).find((thing) => thing?.kind === 'file')
  if (file && !address.keys.some((key) => found.posts.has(key))) return (await mayOpenFile(file.target, audience)) ? file.picture : null
  return contentPath(address, found) ?? (await findList(db, address, found))
}

/** Whether the address on the old blog was that of a post or page that this audience may read. */
export async function hasMovedContent(db: Database, url: URL, audience: Audience): Promise<boolean> {
  const address = readFormerAddress(url)
  return address !== null && contentPath(address, await findTargets(db, address, audience)) !== null
}

interface Found {
  readonly posts: ReadonlyMap<string, string>
  readonly others: ReadonlyMap<string, MovedTarget>
}

async function findTargets(db: Database, { keys, parent, list }: FormerAddress, audience: Audience): Promise<Found> {
  const contentKeys = parent === null ? keys : [...keys, parent]
  const listKeys = [list?.key ?? '', list?.base ?? ''].filter((key) => key !== '')
  const [posts, others] = await Promise.all([
    findPostsAt(db, contentKeys, audience),
    findMovedTargets(db, [...new Set([...contentKeys, ...listKeys])], audience),
  ])
  return { posts, others }
}

function contentPath({ keys, parent }: FormerAddress, { posts, others }: Found): string | null {
  for (const key of parent === null ? keys : [...keys, parent]) {
    const page = others.get(key)
    const path = posts.get(key) ?? (page?.kind === 'page' ? pagePath(page) : undefined)
    if (path !== undefined) return path
  }
  return null
}

async function findList(db: Database, address: FormerAddress, { others }: Found): Promise<string | null> {
  const { list, isNumbered } = address
  if (isNumbered) return null
  if (list === null) return startPagePath(address, others)
  if (!isStartPage(list.base, others)) return null
  const stored = new URLSearchParams(others.get(list.key ?? '')?.target).get('category')
  return listAddress(address, stored !== null && (await isCategory(db, stored)) ? stored : null)
}

/** Path for the start page of an old blog, which may be in a folder, its feeds and its further pages. */
function startPagePath(address: FormerAddress, others: Found['others']): string | null {
  const start = address.keys.find((key) => isStartPage(key, others))
  if (start === undefined) return null
  return start === address.keys[0] && address.feed === null ? '/' : listAddress(address, null)
}

/** Whether the key is the start page of the old blog. */
const isStartPage = (key: string, others: Found['others']) => key === '' || others.get(key)?.target === ''

interface MovedTarget {
  readonly kind: 'search' | 'file' | 'page'
  readonly target: string
  /** Address of the picture or file; null if it was deleted. */
  readonly picture: string | null
  /** Slug of the page; null if it was deleted or this audience may not read it. */
  readonly slug: string | null
}

async function findMovedTargets(db: Database, keys: readonly string[], audience: Audience): Promise<ReadonlyMap<string, MovedTarget>> {
  if (keys.length === 0) return new Map()
  const rows = await db
    .selectFrom('moved_addresses')
    .leftJoin('pictures', (join) => join.onRef('pictures.folder', '=', 'moved_addresses.target').on('moved_addresses.kind', '=', 'file'))
    .leftJoin('posts as pages', (join) =>
      join
        .onRef('pages.id', '=', 'moved_addresses.target')
        .on('moved_addresses.kind', '=', 'page')
        .on('pages.content', '!=', '')
        .on(isReadable(audience, { kind: 'page', alias: 'pages' })),
    )
    .select(['path', 'moved_addresses.kind', 'target', 'pictures.address as picture', 'pages.slug'])
    .where('path', 'in', keys)
    .execute()
  // Fixed pages exist even while they have no text in the database.
  const exists = ({ kind, target, picture, slug }: MovedTarget) =>
    kind === 'search' || picture !== null || slug !== null || (kind === 'page' && isFixedPage(target))
  return new Map(rows.filter(exists).map((row) => [row.path, row]))
}

const pagePath = ({ target, slug }: MovedTarget) => blogPagePath({ id: target, slug: slug ?? target })

/** Redirects an old address to a picture or file, unless it leads to another one that still exists. */
export async function recordFileAddress(db: Database, address: string, folder: string): Promise<void> {
  const path = cleanPath(URL.canParse(address) ? new URL(address).pathname : address.replace(/[?#].*$/, ''))
  if (!isUsable(path)) return
  for (const key of fileKeys(path)) {
    const pictures = db.selectFrom('pictures').select('folder')
    await db
      .insertInto('moved_addresses')
      .values({ path: key, kind: 'file', target: folder })
      .onConflict((conflict) =>
        conflict
          .column('path')
          .doUpdateSet({ kind: 'file', target: folder })
          .where((eb) => eb('moved_addresses.target', 'not in', pictures)),
      )
      .execute()
  }
}

/** Redirects the addresses of an attachment page to its file, if that was imported. @param url address of the file on the old blog */
export async function keepFilePage(db: Database, url: string, addresses: readonly string[]): Promise<void> {
  const keys = URL.canParse(url) ? fileKeys(cleanPath(new URL(url).pathname)) : []
  if (keys.length === 0) return
  const file = await db
    .selectFrom('moved_addresses')
    .select('target')
    .where('path', 'in', keys)
    .where('kind', '=', 'file')
    .limit(1)
    .executeTakeFirst()
  if (!file) return
  const paths = new Set(addresses.map(oldAddressKey).filter((key) => key !== null))
  for (const path of paths) await storeRedirect(db, { path, kind: 'file', target: file.target })
}

/** Redirects former paths or addresses to a page. */
export async function recordPageAddresses(trx: Database, addresses: readonly string[], pageId: string): Promise<void> {
  const keys = new Set(addresses.map(oldAddressKey).filter((key) => key !== null))
  for (const path of keys) await storeRedirect(trx, { path, kind: 'page', target: pageId })
}

/** Redirects an old list of posts. @param category in Kindred; null for the list of all posts, or the start page of a blog in a folder */
export async function recordListAddress(db: Database, path: string, category: string | null): Promise<void> {
  if (path === '' || !isUsable(path)) return
  await storeRedirect(db, { path, kind: 'search', target: category === null ? '' : String(new URLSearchParams({ category })) })
}

async function storeRedirect(db: Database, row: Pick<MovedTarget, 'kind' | 'target'> & { readonly path: string }): Promise<void> {
  await db
    .insertInto('moved_addresses')
    .values(row)
    .onConflict((conflict) => conflict.column('path').doUpdateSet({ kind: row.kind, target: row.target }))
    .execute()
}

export async function listPageAddresses(db: Database, pageId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('moved_addresses')
    .select('path')
    .where('kind', '=', 'page')
    .where('target', '=', pageId)
    .orderBy('path')
    .execute()
  return rows.map(({ path }) => path)
}
