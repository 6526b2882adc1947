import { blogPagePath, isFixedPage } from '#site/contract/blog-pages.ts'
import type { BlogPageRow } from '#site/server/index.ts'
import type { ShownPost } from '#posts/server/index.ts'
import { countForbidden } from '#platform/text/xml.ts'
import { canonicalBody } from '#moving/server/formats/markdown-to-html.ts'
import type { CommentEntry } from '#moving/server/formats/post-file.ts'
import { asClassicHtml, type CommentHead, toHtmlText, withOrigin, WXR } from '#moving/server/formats/wxr-form.ts'
import type { Database } from '#platform/database/database.ts'
import { commentsOfPost, headOfPost } from '#moving/server/export/describe-post.ts'
import { headOfPage } from '#moving/server/export/export-pages.ts'
import type { WxrUploads } from './wxr-uploads.ts'
import { type Channel, writeComment, writeItem, writeMeta, writeTerm } from './write-wxr.ts'

export interface ItemParts {
  readonly db: Database
  readonly publicUrl: string
  readonly uploads: WxrUploads
  readonly newId: () => number
  readonly newCommentId: () => number
  readonly categories: Channel['categories']
  readonly timeZone: string
}

export interface WrittenItem {
  /** The item of the post or page, and the items of its pictures and files. */
  readonly items: readonly string[]
  readonly comments: number
  readonly problems: readonly string[]
}

/** Writes a post. One that is not public is private in WordPress, where only editors read it. */
export async function postItem(parts: ItemParts, post: ShownPost): Promise<WrittenItem> {
  const { db, publicUrl, uploads, newId, categories, timeZone } = parts
  const id = newId()
  const at = post.created_at
  const author = post.author_name ?? ''
  const [head, entries] = await Promise.all([headOfPost(db, post), commentsOfPost(db, post.id)])
  const attachments = await uploads.add({ title: post.title, id, author, at, texts: [post.content, post.image_url ?? ''] })
  const cover = uploads.idOf(post.image_url)
  const comments = writeComments(parts, entries)
  const term = categories.find(({ slug }) => slug === post.category)
  const published = post.state === 'planned' ? 'future' : 'publish'
  const item = writeItem({
    id,
    type: 'post',
    status: post.audience === 'public' ? published : 'private',
    title: toHtmlText(post.title),
    slug: post.slug,
    link: `${publicUrl}/post/${post.slug}`,
    author,
    at,
    updatedAt: post.updated_at,
    timeZone,
    content: contentOf(post.content, publicUrl),
    isSticky: post.pinned === 1,
    isOpen: post.comments_open === 1,
    more: [
      ...(term ? [writeTerm(term)] : []),
      ...(cover === undefined ? [] : [writeMeta('_thumbnail_id', String(cover))]),
      ...(head.oldSlugs ?? []).map((slug) => writeMeta('_wp_old_slug', slug)),
      writeMeta(WXR.headMeta, JSON.stringify({ ...head, ...(post.image_url === null ? {} : { cover: post.image_url }) })),
      ...comments,
    ],
  })
  const texts = [post.content, ...entries.map(({ text }) => text)]
  return { items: [item, ...attachments], comments: entries.length, problems: problemsOf(post.title, texts) }
}

export async function pageItem({ db, publicUrl, uploads, newId, timeZone }: ItemParts, page: BlogPageRow): Promise<WrittenItem> {
  const id = newId()
  const { title, content, slug, audience, updated_at: updatedAt, created_at: at } = page
  const attachments = await uploads.add({ title, id, author: '', at, texts: [content] })
  const item = writeItem({
    id,
    type: 'page',
    status: isFixedPage(page.id) || audience === 'public' ? 'publish' : 'private',
    title: toHtmlText(title),
    slug,
    link: publicUrl + blogPagePath(page),
    author: '',
    at,
    updatedAt,
    timeZone,
    content: contentOf(content, publicUrl),
    menuOrder: page.position,
    more: [writeMeta(WXR.headMeta, JSON.stringify(await headOfPage(db, page)))],
  })
  return { items: [item, ...attachments], comments: 0, problems: problemsOf(title, [content]) }
}

const contentOf = (content: string, publicUrl: string): string =>
  content === '' ? '' : asClassicHtml(withOrigin(canonicalBody(content, publicUrl), publicUrl))

/**
 * Writes comments, with lower numbers for those that are no replies: WordPress reads them first. A reply to a deleted
 * comment gets no parent. @returns the comments, after a meta element with their fields in Kindred
 */
function writeComments({ newCommentId, timeZone }: ItemParts, given: readonly CommentEntry[]): string[] {
  const entries = given.toSorted((a, b) => Number(a.replyTo !== undefined) - Number(b.replyTo !== undefined))
  const ids = new Map(entries.map(({ id = '' }) => [id, newCommentId()]))
  const heads: Record<string, CommentHead> = {}
  const written = entries.map(({ text, by = '', ...head }) => {
    const id = ids.get(head.id ?? '') ?? 0
    heads[id] = head
    const at = Date.parse(head.date)
    const parent = ids.get(head.replyTo ?? '') ?? 0
    return writeComment({ id, parent, name: by, content: toHtmlText(text), at, timeZone, isApproved: head.pending !== true })
  })
  return written.length === 0 ? [] : [writeMeta(WXR.commentsMeta, JSON.stringify(heads)), ...written]
}

function problemsOf(title: string, texts: readonly string[]): string[] {
  const count = texts.reduce((sum, text) => sum + countForbidden(text), 0)
  return count === 0 ? [] : [`${title}: left out what XML cannot hold, ${count} ${count === 1 ? 'character' : 'characters'}`]
}
