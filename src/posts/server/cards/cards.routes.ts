import { cardAddress, readCardName } from '#posts/contract/card-address.ts'
import { AppError } from '#platform/contract/errors.ts'
import type { cardResponses } from '#posts/contract/public-responses.ts'
import { findShownPage, readStoredSettings, type SiteConfig, toBlogWords, toLook } from '#site/server/index.ts'
import { SITE_TAG } from '#platform/cache/cache-tags.ts'
import { visibleText } from '#posts/contract/body-text.ts'
import type { Database } from '#platform/database/database.ts'
import type { PublicHandlers } from '#platform/http/public-responses.ts'
import { createCardCache } from './card-cache.ts'
import { findCardPost } from './cards.store.ts'
import { type CardParts, createComposeCard } from './compose-card.ts'

interface Dependencies extends CardParts {
  readonly db: Database
  readonly siteConfig: SiteConfig
  readonly publicUrl: string
}

/** In characters: more than fits on a card. */
const TEXT_MAX = 300

const HEADERS = {
  // Other sites show cards beside links to the blog.
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Content-Security-Policy': "default-src 'none'; sandbox",
}
const type = 'image/jpeg'

/** Cards that messengers and social networks show beside a link to a public post or to the blog (decision 48). */
export function cardRoutes({ db, siteConfig, publicUrl, ...parts }: Dependencies): PublicHandlers<typeof cardResponses> {
  const compose = createComposeCard(parts)
  const cached = createCardCache()

  const readBrand = async () => {
    const stored = await readStoredSettings(db)
    return { ...toBlogWords(stored, siteConfig), ...toLook(stored) }
  }

  return {
    async blogCard({ addCacheTags }) {
      const [brand, welcome] = await Promise.all([readBrand(), findShownPage(db, 'welcome', 'public')])
      const text = visibleText(welcome?.content ?? '').slice(0, TEXT_MAX)
      const words = { title: brand.name, text, name: new URL(publicUrl).host, image: brand.homePicture }
      addCacheTags(SITE_TAG)
      return { body: await cached(JSON.stringify([words, brand]), () => compose(words, brand)), type, headers: HEADERS }
    },

    async postCard({ params, path, request }) {
      const id = readCardName(params.name)
      const post = id === null ? undefined : await findCardPost(db, id)
      if (!post) throw new AppError('not_found')
      const brand = await readBrand()
      const address = cardAddress(post, brand)
      // An outdated address redirects to the current card. Nothing is drawn for an address that no page links to.
      if (path !== address) return { status: 302, body: null, headers: { Location: address, 'Cache-Control': 'no-cache' } }
      const headers = { ...HEADERS, ETag: `"${address.slice('/cards/'.length)}"` }
      if (request.headers.get('if-none-match') === headers.ETag) return { status: 304, body: null, type, headers }
      // The router also calls this handler for HEAD.
      if (request.method === 'HEAD') return { body: null, type, headers }
      const words = { title: post.title, text: '', name: brand.name, image: post.image }
      return { body: await cached(address, () => compose(words, brand)), type, headers }
    },
  }
}
