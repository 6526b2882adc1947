import { POST_COMMENTS_MAX } from '#comments/contract/comment-limits.ts'
import { listCommentsOfPost, listPendingOfPost } from '#comments/server/index.ts'
import { listOldAddresses, listPageAddresses, type ShownPost, toPostText } from '#posts/server/index.ts'
import { isFixedPage } from '#site/contract/blog-pages.ts'
import {
  type BlogPageRow,
  getBlogWords,
  getFooterLinks,
  getLook,
  getSettings,
  readStoredSettings,
  type SiteConfig,
  toBlogCategories,
} from '#site/server/index.ts'
import { listSlugs } from '#writing/server/index.ts'
import type { CommentEntry, PageHead, PostHead } from '#import-export/server/formats/text-file.ts'
import { toIso } from '#platform/contract/format-date.ts'
import type { Database } from '#platform/database/database.ts'

/** Returns the fields of an exported post, without its body and cover. A new field of the text is among them. */
export async function headOfPost(db: Database, post: ShownPost): Promise<PostHead> {
  const [slugs, oldAddresses] = await Promise.all([listSlugs(db, post.id), listOldAddresses(db, post.id)])
  const oldSlugs = slugs.filter((slug) => slug !== post.slug)
  const { image: _, content: __, ...words } = toPostText(post, '')
  return {
    ...words,
    slug: post.slug,
    ...(oldSlugs.length > 0 ? { oldSlugs } : {}),
    ...(oldAddresses.length > 0 ? { oldAddresses } : {}),
    date: toIso(post.created_at),
    updated: toIso(post.updated_at),
    ...(post.state === 'planned' ? { publishAt: toIso(post.created_at) } : {}),
    ...(post.pinned === 1 ? { pinned: true } : {}),
    audience: post.audience,
    ...(post.comments_open === 0 ? { comments: 'closed' as const } : {}),
    ...(post.author_name === null ? {} : { author: post.author_name }),
    ...(post.author_display_name === null ? {} : { authorName: post.author_display_name }),
    id: post.id,
  }
}

/** Returns the fields of an exported page, without its text. */
export async function headOfPage(db: Database, page: BlogPageRow): Promise<PageHead> {
  const { id, title, slug, place, position, audience, updated_at: updatedAt } = page
  const oldAddresses = await listPageAddresses(db, id)
  return {
    title,
    ...(isFixedPage(id) ? { page: id } : { slug, menu: place, position, audience }),
    ...(oldAddresses.length > 0 ? { oldAddresses } : {}),
    updated: toIso(updatedAt),
    id,
  }
}

/** Lists the comments, the oldest first. */
export async function commentsOfPost(db: Database, postId: string): Promise<CommentEntry[]> {
  const rows = [
    ...(await listCommentsOfPost(db, { postId, audience: 'admins' }, { startIndex: 0, limit: POST_COMMENTS_MAX })),
    ...(await listPendingOfPost(db, { postId, audience: 'admins' }, null)),
  ]
  return rows
    .toSorted((a, b) => a.created_at - b.created_at || (a.id < b.id ? -1 : 1))
    .map((row) => {
      const by = row.display_name ?? row.username ?? row.guest_name
      return {
        ...(by === null ? {} : { by }),
        date: toIso(row.created_at),
        ...(row.updated_at === row.created_at ? {} : { updated: toIso(row.updated_at) }),
        text: row.content,
        ...(row.likes.length > 0 ? { likes: row.likes.length } : {}),
        ...(row.state === 'pending' ? { pending: true } : {}),
        id: row.id,
        ...(row.parent_id === null ? {} : { replyTo: row.parent_id }),
      }
    })
}

/** Returns names, texts, look and settings of the blog. Contains nothing of the installation, and no secret. */
export async function describeBlog(db: Database, siteConfig: SiteConfig) {
  const [blog, links, look, settings, stored] = await Promise.all([
    getBlogWords(db, siteConfig),
    getFooterLinks(db, siteConfig),
    getLook(db),
    getSettings(db),
    readStoredSettings(db),
  ])
  return { blog, links, look, settings, categories: await toBlogCategories(db, stored, 'admins') }
}
export type DescribedBlog = Awaited<ReturnType<typeof describeBlog>>
