import type { Context, Hono } from 'hono'
import { cardAddress, readCardName } from '#posts/contract/card-address.ts'
import { AppError } from '#platform/contract/errors.ts'
import { documents } from '#pages/pages.ts'
import { findShownPage, isBlogClosed, readStoredSettings, type SiteConfig, toBlogWords, toLook } from '#site/server/index.ts'
import { SITE_TAG } from '#platform/cache/cache-tags.ts'
import { visibleText } from '#posts/server/visible-text.ts'
import type { Database } from '#platform/database/database.ts'
import type { AppEnv } from '#platform/http/request-context.ts'
import { SURROGATE_KEY } from '#platform/http/surrogate-key.ts'
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
  'Content-Type': 'image/jpeg',
  // Other sites show cards beside links to the blog.
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Content-Security-Policy': "default-src 'none'; sandbox",
}

/** As for pictures (decision 39): browsers cache a card, proxies revalidate each time whether the post is still public. */
const CACHE_CONTROL = 'public, max-age=31536000, s-maxage=0, immutable'

/** Mounts the cards that messengers and social networks show beside a link to a public post or to the blog (decision 48). */
export function mountCards(app: Hono<AppEnv>, { db, siteConfig, publicUrl, ...parts }: Dependencies): void {
  const compose = createComposeCard(parts)
  const cached = createCardCache()

  const readBrand = async () => {
    const stored = await readStoredSettings(db)
    return { ...toBlogWords(stored, siteConfig), ...toLook(stored) }
  }

  app.get(documents.card.path, async (context) => {
    if (await isBlogClosed(db)) throw new AppError('not_found')
    const [brand, welcome] = await Promise.all([readBrand(), findShownPage(db, 'welcome', 'public')])
    const text = visibleText(welcome?.content ?? '').slice(0, TEXT_MAX)
    const words = { title: brand.name, text, name: new URL(publicUrl).host, image: brand.homePicture }
    const card = await cached(JSON.stringify([words, brand]), () => compose(words, brand))
    return context.body(card, 200, { ...HEADERS, 'Cache-Control': 'public, no-cache', [SURROGATE_KEY]: SITE_TAG })
  })

  app.get('/cards/:name', async (context) => {
    const id = readCardName(context.req.param('name'))
    const [post, isClosed] = id === null ? [] : await Promise.all([findCardPost(db, id), isBlogClosed(db)])
    if (!post || isClosed) throw new AppError('not_found')
    const brand = await readBrand()
    const address = cardAddress(post, brand)
    // An outdated address redirects to the current card. Nothing is drawn for an address that no page links to.
    if (context.req.path !== address) return context.body(null, 302, { Location: address, 'Cache-Control': 'no-cache' })
    const words = { title: post.title, text: '', name: brand.name, image: post.image }
    return send(context, address, () => cached(address, () => compose(words, brand)))
  })
}

async function send(context: Context<AppEnv>, address: string, load: () => Promise<Uint8Array<ArrayBuffer>>): Promise<Response> {
  const headers = { ...HEADERS, 'Cache-Control': CACHE_CONTROL, ETag: `"${address.slice('/cards/'.length)}"` }
  if (context.req.header('if-none-match') === headers.ETag) return context.body(null, 304, headers)
  // Hono also routes HEAD requests to this handler.
  if (context.req.raw.method === 'HEAD') return context.body(null, 200, headers)
  return context.body(await load(), 200, headers)
}
