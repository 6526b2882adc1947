import { NO_CATEGORY_NAMES } from '#site/contract/category-names.ts'
import { isKeptOut } from '#platform/contract/closed-blog.ts'
import type { CallOutput } from '#platform/contract/endpoint.ts'
import type { getSite, Site, siteEndpoints } from '#site/contract/site.endpoints.ts'
import { listOwnPages } from './blog-pages.ts'
import { toBlogCategories, toHiddenCategories } from './categories.ts'
import { toLegalChange } from './legal-changes.ts'
import { readStoredSettings, type SiteConfig, toBlogWords, toFooterLinks, toLook, toSettings } from './stored-settings.ts'
import { POSTS_TAG, SITE_TAG } from '#platform/cache/cache-tags.ts'
import type { Database } from '#platform/database/database.ts'
import type { Handlers } from '#platform/http/call-endpoint.ts'

interface Dependencies {
  readonly db: Database
  readonly siteConfig: SiteConfig
  readonly services: Pick<Site, 'publicUrl' | 'googleSignIn' | 'passkeys' | 'mail'>
}

/** What every page shows of the blog: names, texts and look, and which services are configured. */
export function siteRoutes({ db, siteConfig, services }: Dependencies): Handlers<Pick<typeof siteEndpoints, 'getSite'>> {
  return {
    async getSite({ audience, addCacheTags }) {
      addCacheTags(SITE_TAG)
      const [stored, pages] = await Promise.all([readStoredSettings(db), listOwnPages(db, audience)])
      // A hidden category is shown while posts use it.
      if (toHiddenCategories(stored).length > 0) addCacheTags(POSTS_TAG)
      const links = toFooterLinks(stored, siteConfig)
      const [first = { url: null, label: siteConfig.socialLabel }] = links
      const menu = pages.flatMap(({ title, slug, place }) => (place === 'none' ? [] : [{ label: title, path: `/${slug}`, place }]))
      const { commentsOpen, commentMaxLength, dateLanguage, isClosed, closedNote } = toSettings(stored)
      const all = {
        ...toBlogWords(stored, siteConfig),
        links,
        socialUrl: first.url,
        socialLabel: first.label,
        menu,
        categories: await toBlogCategories(db, stored, audience),
        commentsOpen,
        commentMaxLength,
        dateLanguage,
        isClosed,
        closedNote,
        legalChangedAt: toLegalChange(stored),
        ...services,
        look: toLook(stored),
      }
      return (await isKeptOut(audience, () => isClosed)) ? toClosedSite(all) : all
    },
  }
}

/** What those see whom a closed blog keeps out. It names each field, so that a new one reaches them only by decision. */
const toClosedSite = ({ look, ...all }: CallOutput<typeof getSite>): CallOutput<typeof getSite> => ({
  name: all.name,
  contact: all.contact,
  timeZone: all.timeZone,
  commentsOpen: all.commentsOpen,
  commentMaxLength: all.commentMaxLength,
  dateLanguage: all.dateLanguage,
  isClosed: all.isClosed,
  closedNote: all.closedNote,
  legalChangedAt: all.legalChangedAt,
  publicUrl: all.publicUrl,
  googleSignIn: all.googleSignIn,
  passkeys: all.passkeys,
  mail: all.mail,
  author: '',
  links: [],
  socialUrl: null,
  socialLabel: '',
  menu: [],
  categories: { ...NO_CATEGORY_NAMES, hidden: [] },
  look: { palette: look.palette, theme: look.theme, logo: look.logo, homePicture: '', homePictureText: '' },
})
