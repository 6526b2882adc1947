import type { CallOutput } from '#contract/api.ts'
import type { Site, siteEndpoints } from '#contract/endpoints/site.ts'
import { listOwnPages } from '#server/features/blog-pages.ts'
import { changeBlogWords, getBlogWords, type SiteConfig, toBlogWords } from '#server/features/blog-words.ts'
import { POSTS_TAG, SITE_TAG } from '#server/features/cache-tags.ts'
import { toBlogCategories, toHiddenCategories } from '#server/features/categories.ts'
import { toFooterLinks } from '#server/features/footer-links.ts'
import { toLook } from '#server/features/get-look.ts'
import { toSettings } from '#server/features/get-settings.ts'
import { readStoredSettings } from '#server/features/stored-settings.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Handlers } from '#server/platform/http/call-endpoint.ts'

interface Dependencies {
  readonly db: Database
  readonly siteConfig: SiteConfig
  readonly services: Pick<Site, 'publicUrl' | 'googleSignIn' | 'passkeys' | 'mail'>
}

/** Names, texts and look of the blog, and which services are configured. */
export function siteRoutes({ db, siteConfig, services }: Dependencies): Handlers<keyof typeof siteEndpoints> {
  return {
    async 'GET /api/site'({ audience, addCacheTags }) {
      addCacheTags(SITE_TAG)
      const [stored, pages] = await Promise.all([readStoredSettings(db), listOwnPages(db, audience)])
      const hidden = toHiddenCategories(stored)
      // A hidden category is shown while posts use it.
      if (hidden.length > 0) addCacheTags(POSTS_TAG)
      const links = toFooterLinks(stored, siteConfig)
      const [first = { url: null, label: siteConfig.socialLabel }] = links
      const menu = pages.flatMap(({ title, slug, place }) => (place === 'none' ? [] : [{ label: title, path: `/${slug}`, place }]))
      const { commentsOpen, commentMaxLength, dateLanguage, isClosed, signUp } = toSettings(stored)
      const all = {
        ...toBlogWords(stored, siteConfig),
        links,
        socialUrl: first.url,
        socialLabel: first.label,
        menu,
        categories: await toBlogCategories(db, hidden, audience),
        commentsOpen,
        commentMaxLength,
        dateLanguage,
        isClosed,
        signUp,
        ...services,
        look: toLook(stored),
      }
      return isClosed && audience === 'public' ? ofClosedBlog(all) : all
    },

    async 'GET /api/settings/blog'() {
      return getBlogWords(db, siteConfig)
    },

    async 'PUT /api/settings/blog'({ body, write }) {
      return write(async (trx, invalidate) => {
        invalidate(SITE_TAG)
        await changeBlogWords(trx, body)
        return getBlogWords(trx, siteConfig)
      })
    },
  }
}

/** Leaves only what visitors of a closed blog may see. */
const ofClosedBlog = (all: CallOutput<'GET /api/site'>): CallOutput<'GET /api/site'> => ({
  ...all,
  author: '',
  links: [],
  socialUrl: null,
  socialLabel: '',
  menu: [],
  categories: { own: [], hidden: [] },
  look: { ...all.look, homePicture: '', homePictureText: '' },
})
