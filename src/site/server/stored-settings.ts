import type { z } from 'zod'
import { SITE_TAG } from '#platform/cache/cache-tags.ts'
import { EVERYTHING } from '#platform/database/change-feed.ts'
import type { Database } from '#platform/database/database.ts'
import { prepareQuery } from '#platform/database/prepared-query.ts'
import { type Settings, DEFAULT_SETTINGS, settings } from '#site/contract/settings.endpoints.ts'
import { look } from '#site/contract/look.endpoints.ts'
import { DEFAULT_LOOK, type Look } from '#site/contract/look.ts'
import type { StartingWords } from '#platform/contract/default-words.ts'
import { type BlogWords, blogWords } from '#site/contract/site.endpoints.ts'
import { type FooterLink, footerLink } from '#site/contract/links.endpoints.ts'

const findRows = prepareQuery<object, { name: string; value: string }>((db) => db.selectFrom('settings').select(['name', 'value']))

/** Values by name: settings of admins, and internal ones such as set-up keys. */
export type StoredSettings = Readonly<Record<string, unknown>>

export async function readStoredSettings(db: Database): Promise<StoredSettings> {
  const rows = await findRows(db, {})
  return Object.fromEntries(rows.map(({ name, value }) => [name, JSON.parse(value) as unknown]))
}

/** Stores each setting in its own row, so that two admins can change two settings concurrently. Skips undefined ones. */
export async function storeSettings(trx: Database, settings: Readonly<Record<string, unknown>>): Promise<void> {
  for (const [name, setting] of Object.entries(settings)) {
    if (setting === undefined) continue
    const value = JSON.stringify(setting)
    await trx
      .insertInto('settings')
      .values({ name, value })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
      .execute()
  }
}

export const removeSetting = async (trx: Database, name: string): Promise<void> =>
  void (await trx.deleteFrom('settings').where('name', '=', name).execute())

/** How many posts for readers the bridge from version 0.1 gave to the family, and when. Ends once an admin has seen it. */
export const MOVED_READERS = 'readers.moved'

/** Each part as stored under `prefix` and its name, or its default where nothing that this version knows is stored. */
function withDefaults<T extends object>(stored: StoredSettings, { shape, defaults, prefix }: StoredParts<T>): T {
  const parts = Object.entries<unknown>(defaults as Record<string, unknown>).map(([name, initial]) => {
    const { success, data } = shape[name as keyof T].safeParse(stored[prefix + name])
    return [name, success ? data : initial] as const
  })
  return Object.fromEntries(parts) as unknown as T
}

interface StoredParts<T> {
  readonly shape: { readonly [Part in keyof T]: z.ZodType<T[Part]> }
  readonly defaults: T
  readonly prefix: string
}

type Changes<T> = { readonly [Part in keyof T]?: T[Part] | undefined }

/** Stores the given parts, each under `prefix` and its name. The others stay unchanged. */
const storeParts = <T extends object>(trx: Database, prefix: string, changes: Changes<T>): Promise<void> =>
  storeSettings(trx, Object.fromEntries(Object.entries(changes).map(([name, value]) => [prefix + name, value])))

/** Returns the settings that the admins have stored, with defaults for the rest. */
export const getSettings = async (db: Database): Promise<Settings> => toSettings(await readStoredSettings(db))

export const toSettings = (stored: StoredSettings): Settings =>
  withDefaults(stored, { shape: settings.shape, defaults: DEFAULT_SETTINGS, prefix: '' })

/** Stores settings of the blog. @returns the cache tags to invalidate: responses to visitors share no tag, so closing invalidates all */
export async function changeSettings(trx: Database, changes: Changes<Settings>): Promise<readonly string[]> {
  const { isClosed } = await getSettings(trx)
  await storeSettings(trx, changes)
  return changes.isClosed === undefined || changes.isClosed === isClosed ? [SITE_TAG] : [SITE_TAG, EVERYTHING]
}

const IS_CLOSED = 'isClosed' satisfies keyof Settings
const findIsClosed = prepareQuery<object, { value: string }>((db) =>
  db.selectFrom('settings').select('value').where('name', '=', IS_CLOSED),
)

/** Whether only the family reads the blog. Reads one row by key, because each uncached response to others needs it. */
export async function isBlogClosed(db: Database): Promise<boolean> {
  const [row] = await findIsClosed(db, {})
  return row?.value === 'true'
}

const LOOK = 'look.'

/** Returns the look that the admins have chosen, with defaults for the rest. */
export const getLook = async (db: Database): Promise<Look> => toLook(await readStoredSettings(db))

export const toLook = (stored: StoredSettings): Look => withDefaults(stored, { shape: look.shape, defaults: DEFAULT_LOOK, prefix: LOOK })

export const changeLook = (trx: Database, changes: Changes<Look>): Promise<void> => storeParts(trx, LOOK, changes)

/** Words and links of the environment, for a blog whose admins have not stored their own. */
export type SiteConfig = StartingWords

const WORDS = 'blog.'

/** Name and other texts of the blog: as admins have changed them, else from the environment. */
export const getBlogWords = async (db: Database, site: SiteConfig): Promise<BlogWords> => toBlogWords(await readStoredSettings(db), site)

export function toBlogWords(stored: StoredSettings, site: SiteConfig): BlogWords {
  const words = blogWords.keyof().options.map((word) => {
    const changed = stored[WORDS + word]
    return [word, typeof changed === 'string' ? changed : site[word]] as const
  })
  return Object.fromEntries(words) as unknown as BlogWords
}

export const changeBlogWords = (trx: Database, words: Changes<BlogWords>): Promise<void> => storeParts(trx, WORDS, words)

const LINKS = 'blog.links'
const footerLinks = footerLink.array()

/** Links of the footer, in order: as admins have stored them, else the one from the environment. */
export const getFooterLinks = async (db: Database, site: SiteConfig): Promise<FooterLink[]> =>
  toFooterLinks(await readStoredSettings(db), site)

export function toFooterLinks(stored: StoredSettings, site: SiteConfig): FooterLink[] {
  const links = footerLinks.safeParse(stored[LINKS])
  if (links.success) return links.data
  // Before migration 21 there was one link, whose URL and label were two separate settings.
  const { 'blog.socialUrl': url = site.socialUrl, 'blog.socialLabel': label = site.socialLabel } = stored
  const link = footerLink.safeParse({ url, label })
  return link.success ? [link.data] : []
}

export const storeFooterLinks = (trx: Database, links: readonly FooterLink[]): Promise<void> => storeSettings(trx, { [LINKS]: links })
