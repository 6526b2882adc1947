import { mkdir, open, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CATEGORIES, categoryLabel } from '#platform/contract/categories.ts'
import { AppError } from '#platform/contract/errors.ts'
import { getBlogWords, isAtDesk, listWrittenPages } from '#site/server/index.ts'
import { findDeskPost, listDeskPostIds } from '#posts/server/index.ts'
import { describeFormerAddresses } from '#moving/server/export/former-addresses.ts'
import { writeAddressesFile, writeBlogFile } from '#moving/server/formats/blog-file.ts'
import { WXR } from '#moving/server/formats/wxr-form.ts'
import type { Database } from '#platform/database/database.ts'
import type { ExportParts, ExportResult } from '#moving/server/export/export-markdown.ts'
import { describeBlog } from '#moving/server/export/export-pages.ts'
import { type ItemParts, pageItem, postItem } from './wxr-items.ts'
import { WxrUploads } from './wxr-uploads.ts'
import { cdata, type Channel, CLOSE_CHANNEL, openChannel } from './write-wxr.ts'

export const WXR_FILE = 'blog.xml'

/**
 * Exports the blog for WordPress: `blog.xml` for its importer, and next to it the pictures and files that it names. Holds
 * one post in memory at a time.
 * @throws conflict when the folder holds something already
 */
export async function exportWxr(
  parts: ExportParts & { readonly now: () => number },
  folder: string,
  onProgress: (done: number, total: number) => void,
): Promise<ExportResult> {
  await mkdir(join(folder), { recursive: true })
  if ((await readdir(folder)).length > 0) throw new AppError('conflict', `The folder ${folder} is not empty. Please name a new one.`)
  const channel = await describeChannel(parts)
  const { timeZone } = channel
  let lastId = 0
  const newId = () => (lastId += 1)
  const uploads = new WxrUploads({ ...parts, folder: join(folder, 'uploads'), prints: join(folder, 'prints'), newId, timeZone })
  await mkdir(join(folder, 'uploads'))
  await writeFile(join(folder, 'README.md'), readme(channel.title))
  const file = await open(join(folder, WXR_FILE), 'wx')
  try {
    await file.appendFile(openChannel(channel))
    const itemParts: ItemParts = { ...parts, uploads, newId, newCommentId: counter(), categories: channel.categories, timeZone }
    const write = async (items: readonly string[]) => {
      for (const item of items) await file.appendFile(item)
    }
    const result = await writeItems(itemParts, write, onProgress)
    await write(await uploads.add({ title: 'Look of the blog', id: 0, author: '', at: parts.now(), texts: [channel.settings] }))
    await write(await formerAddresses(parts.db, uploads))
    await file.appendFile(CLOSE_CHANNEL)
    return { ...result, pictures: uploads.count, problems: [...result.problems, ...uploads.problems] }
  } finally {
    await file.close()
  }
}

const ADDRESSES_AT_ONCE = 5000

async function formerAddresses(db: Database, uploads: WxrUploads): Promise<string[]> {
  const { lists, files } = await describeFormerAddresses(db, (address) => (uploads.idOf(address) === undefined ? undefined : address))
  const [listed, shown] = [Object.entries(lists), Object.entries(files)]
  const parts: string[] = []
  for (let at = 0; at < Math.max(listed.length, shown.length); at += ADDRESSES_AT_ONCE) {
    const part = (entries: [string, string][]) => Object.fromEntries(entries.slice(at, at + ADDRESSES_AT_ONCE))
    parts.push(`${cdata(WXR.addresses, writeAddressesFile({ lists: part(listed), files: part(shown) }))}\n`)
  }
  return parts
}

function counter(): () => number {
  let last = 0
  return () => (last += 1)
}

async function writeItems(
  parts: ItemParts,
  write: (items: readonly string[]) => Promise<void>,
  onProgress: (done: number, total: number) => void,
): Promise<Omit<ExportResult, 'pictures'>> {
  const ids = await listDeskPostIds(parts.db)
  const result = { posts: 0, pages: 0, comments: 0, problems: [] as string[] }
  for (const [index, id] of ids.entries()) {
    // Undefined for a post that was deleted meanwhile.
    const post = await findDeskPost(parts.db, id)
    if (post) {
      const { items, comments, problems } = await postItem(parts, post)
      await write(items)
      result.posts += 1
      result.comments += comments
      result.problems.push(...problems)
    }
    onProgress(index + 1, ids.length)
  }
  for (const page of await listWrittenPages(parts.db)) {
    const { items, problems } = await pageItem(parts, page)
    await write(items)
    result.pages += 1
    result.problems.push(...problems)
  }
  return result
}

async function describeChannel({ db, siteConfig, publicUrl, now }: ExportParts & { readonly now: () => number }): Promise<Channel> {
  const [described, { name, timeZone }, authors] = await Promise.all([
    describeBlog({ db, siteConfig }),
    getBlogWords(db, siteConfig),
    db
      .selectFrom('users')
      .select(['username', 'display_name'])
      .where((eb) => eb.exists(eb.selectFrom('posts').select('posts.id').whereRef('posts.author_id', '=', 'users.id').where(isAtDesk())))
      .orderBy('username')
      .execute(),
  ])
  const { categories } = described
  return {
    title: name,
    description: '',
    publicUrl,
    language: described.settings.dateLanguage,
    now: now(),
    timeZone,
    authors: authors.map(({ username, display_name: displayName }) => ({ login: username, name: displayName ?? username })),
    categories: [...CATEGORIES, ...categories.own.map(({ slug }) => slug)].map((slug) => ({ slug, name: categoryLabel(slug, categories) })),
    settings: writeBlogFile(described),
  }
}

const readme = (name: string) => `# ${name}

\`${WXR_FILE}\` holds every post, page and comment in the form that WordPress reads: Tools, Import, WordPress. \`uploads\` has a copy of each picture and file, in the folders of its address; \`prints\` has photos in print size, by the name of that folder, which the blog shows to nobody.

WordPress fetches pictures and files from the addresses in \`${WXR_FILE}\`, so import it while this blog still serves, and is open to visitors. What is for some people only cannot be fetched so; copy it from \`uploads\`. Afterwards \`uploads\` can be served as \`/files\`, so that nothing depends on this blog.

To bring it all into a blog of this kind again: \`npm run blog -- import ${WXR_FILE} --pictures uploads\`.
`
