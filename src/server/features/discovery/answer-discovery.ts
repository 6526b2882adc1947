import type { Site } from '#contract/endpoints/site.ts'
import { AppError } from '#contract/errors.ts'
import { POSTS_TAG } from '#server/platform/cache/cache-tags.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { MadeAnswer } from '#server/platform/http/made-answer.ts'
import { countSitemaps, listFeedPosts, listPostAddresses } from './discovery.store.ts'
import { writeFeed } from './write-feed.ts'
import { writeSitemap, writeSitemapIndex } from './write-sitemap.ts'

interface Dependencies {
  readonly db: Database
  readonly now: () => number
  readonly site: Pick<Site, 'name' | 'author'>
  readonly publicUrl: string
}

/** Answers what search engines and feed readers ask for: robots.txt, the sitemap and an Atom feed. @returns null for any other path */
export type AnswerDiscovery = (path: string) => Promise<MadeAnswer> | null

/** Addresses that are nobody's reading: calls, and pages that need a session. */
const NOT_FOR_ROBOTS = ['/api/', '/dashboard', '/create-post', '/update-post/']
const NUMBERED_SITEMAP = /^\/sitemap-([1-9]\d{0,4})\.xml$/

export function createAnswerDiscovery({ db, now, site, publicUrl }: Dependencies): AnswerDiscovery {
  const sitemap = async (number: number) => writeSitemap(await listPostAddresses(db, number), publicUrl, { withPages: number === 1 })
  const answers: Readonly<Record<string, () => Promise<MadeAnswer>>> = {
    async '/robots.txt'() {
      const lines = ['User-agent: *', ...NOT_FOR_ROBOTS.map((path) => `Disallow: ${path}`), `Sitemap: ${publicUrl}/sitemap.xml`, '']
      return answer(lines.join('\n'), 'text/plain')
    },
    async '/sitemap.xml'() {
      const count = await countSitemaps(db, now())
      return answer(count === 1 ? await sitemap(1) : writeSitemapIndex(count, publicUrl), 'application/xml')
    },
    async '/feed.xml'() {
      return answer(writeFeed(await listFeedPosts(db), { ...site, publicUrl }), 'application/atom+xml')
    },
  }
  const answerSitemap = async (number: number): Promise<MadeAnswer> => {
    if (number > (await countSitemaps(db, now()))) throw new AppError('not_found')
    return answer(await sitemap(number), 'application/xml')
  }
  return (path) => {
    const [, number] = NUMBERED_SITEMAP.exec(path) ?? []
    if (number !== undefined) return answerSitemap(Number(number))
    return Object.hasOwn(answers, path) ? (answers[path]?.() ?? null) : null
  }
}

/** May be kept, but is asked after each time: feed readers call often, and mostly nothing is new. */
const answer = (text: string, type: string): MadeAnswer => ({
  status: 200,
  headers: { 'content-type': `${type}; charset=utf-8`, 'cache-control': 'public, no-cache' },
  text,
  tags: [POSTS_TAG],
})
