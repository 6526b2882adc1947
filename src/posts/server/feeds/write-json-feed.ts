import type { Feed, FeedEntry } from './feed.ts'
import { toIso } from '#platform/contract/format-date.ts'

/** JSON Feed 1.1. */
export function writeJsonFeed({ title, pageUrl, selfUrl, author, language, entries }: Feed): string {
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title,
    home_page_url: pageUrl,
    ...(selfUrl === null ? {} : { feed_url: selfUrl('json') }),
    language,
    authors: [{ name: author }],
    items: entries.map(toItem),
  })
}

const toItem = ({ id, url, title, html, summary, publishedAt, updatedAt, author, category, cover }: FeedEntry) => ({
  id,
  url,
  title,
  content_html: html,
  summary,
  date_published: toIso(publishedAt),
  date_modified: toIso(updatedAt),
  ...(author === null ? {} : { authors: [{ name: author }] }),
  ...(category === null ? {} : { tags: [category.name] }),
  ...(cover === null ? {} : { image: cover.url }),
})
