import type { PublicResponseName } from '#app/contract/public-responses.ts'
import { drawnCoverUrl } from '#media/server/picture-addresses.ts'
import { PEOPLE, type Person, type Things } from './access-rows.ts'
import type { TestApp } from '#tests/support/test-app.ts'

/** A GET of a public response, and its status for every kind of user. */
interface ResponseRow {
  readonly path: (things: Things, blog: TestApp) => string | Promise<string>
  readonly expected: Readonly<Record<Person, number>>
}

const all = (status: number) => Object.fromEntries(PEOPLE.map((person) => [person, status])) as Record<Person, number>
const at = (path: string, status = 200): ResponseRow => ({ path: () => path, expected: all(status) })

/** Every public response; one without a row does not compile. */
export const RESPONSE_ROWS: Readonly<Record<PublicResponseName, ResponseRow>> = {
  // The tests have no identity provider.
  identityStart: at('/api/auth/google/start', 404),
  identityCallback: at('/api/auth/google/callback', 404),
  oneClickEnd: at('/following/end?link=x', 303),
  robots: at('/robots.txt'),
  sitemap: at('/sitemap.xml'),
  numberedSitemap: at('/sitemap-1.xml'),
  atomFeed: at('/feed.xml'),
  rssFeed: at('/rss.xml'),
  formerFeed: at('/feed.json', 301),
  atomCategoryFeed: at('/category/life/feed.xml'),
  rssCategoryFeed: at('/category/life/rss.xml'),
  formerCategoryFeed: at('/category/life/feed.json', 301),
  // The token decides, not the session.
  atomPrivateFeed: at('/private-feed/no-token/feed.xml', 404),
  rssPrivateFeed: at('/private-feed/no-token/rss.xml', 404),
  formerPrivateFeed: at('/private-feed/no-token/feed.json', 301),
  avatar: at('/drawings/avatar/a-1.svg'),
  cover: { path: () => drawnCoverUrl({ id: 'x' }), expected: all(200) },
  favicon: at('/favicon.svg'),
  touchIcon: at('/apple-touch-icon.png'),
  largeIcon: at('/icon-512.png'),
  manifest: at('/site.webmanifest'),
  // Only POST is declared.
  uploads: at('/files', 404),
  upload: { path: () => '/files/uploads/none', expected: { ...all(404), visitor: 401, disabled: 401, expired: 401 } },
  shareWorker: at('/share/worker.js'),
  share: at('/share/files', 303),
  // Without a use, nobody but its uploader and admins may open a file.
  file: at('/files/abcdefghijklmnop/1.webp', 404),
}
