import { type FooterLink, footerLink } from '#site/contract/links.endpoints.ts'
import type { Database } from '#platform/database/database.ts'
import type { SiteConfig } from './blog-words.ts'
import { readStoredSettings, type StoredSettings, storeSettings } from './stored-settings.ts'

const NAME = 'blog.links'
const LINKS = footerLink.array()

/** Links of the footer, in order: as admins have stored them, else the one from the environment. */
export const getFooterLinks = async (db: Database, site: SiteConfig): Promise<FooterLink[]> =>
  toFooterLinks(await readStoredSettings(db), site)

export function toFooterLinks(stored: StoredSettings, site: SiteConfig): FooterLink[] {
  const links = LINKS.safeParse(stored[NAME])
  if (links.success) return links.data
  // Before migration 21 there was one link, whose URL and label were two separate settings.
  const { 'blog.socialUrl': url = site.socialUrl, 'blog.socialLabel': label = site.socialLabel } = stored
  return typeof url === 'string' && typeof label === 'string' && url !== '' ? [{ url, label }] : []
}

export const storeFooterLinks = (trx: Database, links: readonly FooterLink[]): Promise<void> => storeSettings(trx, { [NAME]: links })
