import type { FeedFormat } from '#posts/contract/feeds.ts'
import type { BlogWords } from '#site/contract/site.endpoints.ts'
import { readStoredSettings, type SiteConfig, listCategoryNames, toBlogWords, toSettings } from '#site/server/index.ts'
import type { Database } from '#platform/database/database.ts'
import type { Feed } from './feed.ts'
import type { FeedBlog } from './to-feed.ts'
import { writeAtom } from './write-atom.ts'
import { writeRss } from './write-rss.ts'

export const FEED_WRITERS: Readonly<Record<FeedFormat, (feed: Feed) => string>> = { atom: writeAtom, rss: writeRss }

/** Reads texts, language and categories of the blog. */
export async function readFeedBlog(
  db: Database,
  { siteConfig, publicUrl }: { readonly siteConfig: SiteConfig; readonly publicUrl: string },
): Promise<{ words: BlogWords; blog: FeedBlog }> {
  const stored = await readStoredSettings(db)
  const categories = await listCategoryNames(db, stored)
  const words = toBlogWords(stored, siteConfig)
  const { dateLanguage } = toSettings(stored)
  return { words, blog: { name: words.name, author: words.author, publicUrl, language: dateLanguage, categories } }
}
