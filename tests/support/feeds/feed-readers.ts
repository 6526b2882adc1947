import { parseAtomFeed, parseRssFeed } from 'feedsmith'

const iso = (ms: number) => new Date(ms).toISOString()

/** Parses one post with each feed library, with the same property names. */
export const READERS = {
  atom: (text: string) => {
    const feed = parseAtomFeed(text)
    const posts = (feed.entries ?? []).map((entry) => ({
      id: entry.id,
      url: entry.links?.find((link) => link.rel === undefined || link.rel === 'alternate')?.href,
      title: textOf(entry.title),
      html: textOf(entry.content),
      published: entry.published,
      updated: entry.updated,
      author: entry.authors?.[0]?.name ?? feed.authors?.[0]?.name,
      category: entry.categories?.[0]?.label,
      cover: entry.links?.find((link) => link.rel === 'enclosure')?.href,
    }))
    return { title: textOf(feed.title), self: feed.links?.find((link) => link.rel === 'self')?.href, updated: feed.updated, posts }
  },
  rss: (text: string) => {
    const feed = parseRssFeed(text)
    const posts = (feed.items ?? []).map((item) => ({
      id: item.guid?.value,
      url: item.link,
      title: item.title,
      html: item.content?.encoded,
      published: item.pubDate === undefined ? undefined : iso(Date.parse(item.pubDate)),
      updated: item.atom?.updated,
      author: item.dc?.creators?.[0],
      category: item.categories?.[0]?.name,
      cover: item.enclosures?.[0]?.url,
    }))
    const updated = feed.lastBuildDate === undefined ? undefined : iso(Date.parse(feed.lastBuildDate))
    return { title: feed.title, self: feed.atom?.links?.find((link) => link.rel === 'self')?.href, updated, posts }
  },
} as const

const textOf = (text: string | { value?: string } | undefined) => (typeof text === 'object' ? text.value : text)
