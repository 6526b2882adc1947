import type { z } from 'zod'
import { updateBlogWords } from '#site/contract/site.endpoints.ts'
import { updateLinks } from '#site/contract/links.endpoints.ts'
import { updateLook } from '#site/contract/look.endpoints.ts'
import { DEFAULT_BLOG_WORDS } from '#platform/contract/default-words.ts'
import { DEFAULT_SETTINGS, updateSettings } from '#site/contract/settings.endpoints.ts'
import { DEFAULT_LOOK } from '#site/contract/look.ts'
import {
  changeBlogWords,
  changeLook,
  changeSettings,
  getBlogWords,
  getFooterLinks,
  getLook,
  getSettings,
  type SiteConfig,
  storeFooterLinks,
  withLegalDate,
} from '#site/server/index.ts'
import { SITE_TAG } from '#platform/cache/cache-tags.ts'
import type { BlogFile } from '#moving/server/formats/blog-file.ts'
import { announceChanges } from '#platform/cache/change-feed.ts'
import type { Database } from '#platform/database/database.ts'
import type { Imported } from './files/import-media.ts'
import type { ImportReport } from '#moving/server/record/report.ts'

export interface SettingsParts {
  readonly db: Database
  readonly siteConfig: SiteConfig
  readonly report: ImportReport
  readonly now: () => number
  readonly importPicture: (address: string) => Promise<Imported>
}

/** Current value of a setting, and how to store a new one. */
interface Place {
  readonly here: unknown
  /** The default. */
  readonly initial: unknown
  readonly schema: z.ZodType
  /** @returns cache tags to invalidate, in addition to the one of the site */
  readonly store: (trx: Database, value: unknown) => Promise<readonly string[]>
}

/** Imports each setting that still has its default value. Reports differing settings that were changed before. */
export async function importSettings(parts: SettingsParts, file: BlogFile): Promise<void> {
  const { db, report, now } = parts
  const places = await listPlaces(parts)
  const changes: (readonly [Place, unknown])[] = []
  for (const [name, given] of Object.entries(flatten(file))) {
    const place = places.get(name)
    const value = place && (await readValue(parts, { name, place, given }))
    if (!place || value === undefined || same(value, place.here)) continue
    if (same(place.here, place.initial)) changes.push([place, value])
    else report.add('keptHere', `the setting ${name}: ${JSON.stringify(place.here)}`)
  }
  report.counts.settings += changes.length
  if (changes.length === 0) return
  await db.transaction().execute(async (trx) => {
    const tags = new Set([SITE_TAG])
    await withLegalDate(trx, { siteConfig: parts.siteConfig, now: now() }, async () => {
      for (const [{ store }, value] of changes) for (const tag of await store(trx, value)) tags.add(tag)
    })
    await announceChanges(trx, [...tags], now())
  })
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

const flatten = ({ blog, links, look, settings }: BlogFile): Record<string, unknown> => ({
  ...withGroup('blog', blog),
  ...(links === undefined ? {} : { links }),
  ...withGroup('look', look),
  ...withGroup('settings', settings),
})

const withGroup = (group: string, values: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [`${group}.${name}`, value]))

type StoreOne = (trx: Database, change: Readonly<Record<string, unknown>>) => Promise<readonly string[] | void>

/** All known settings, by name. */
async function listPlaces({ db, siteConfig }: SettingsParts): Promise<ReadonlyMap<string, Place>> {
  const [words, links, look, settings] = await Promise.all([
    getBlogWords(db, siteConfig),
    getFooterLinks(db, siteConfig),
    getLook(db),
    getSettings(db),
  ])
  const groups = [
    { group: 'blog', here: words, initial: DEFAULT_BLOG_WORDS, body: updateBlogWords.body, store: changeBlogWords },
    { group: 'look', here: look, initial: DEFAULT_LOOK, body: updateLook.body, store: changeLook },
    { group: 'settings', here: settings, initial: DEFAULT_SETTINGS, body: updateSettings.body, store: changeSettings },
  ] as const
  const places = groups.flatMap(({ group, here, initial, body, store }) =>
    Object.entries(here).map(([name, value]) => {
      const place: Place = {
        here: value,
        initial: initial[name as keyof typeof initial],
        schema: body.shape[name as keyof typeof body.shape],
        store: async (trx, next) => (await (store as StoreOne)(trx, { [name]: next })) ?? [],
      }
      return [`${group}.${name}`, place] as const
    }),
  )
  const ofLinks: Place = {
    here: links,
    initial: [],
    schema: updateLinks.body.shape.links,
    async store(trx, next) {
      await storeFooterLinks(trx, next as typeof links)
      return []
    },
  }
  return new Map([...places, ['links', ofLinks] as const])
}

interface Given {
  readonly name: string
  readonly place: Place
  readonly given: unknown
}

const PICTURES = new Set(['look.homePicture', 'look.logo'])

/** @returns undefined for a value that cannot be imported, which is reported */
async function readValue({ report, importPicture }: SettingsParts, { name, place, given }: Given): Promise<unknown> {
  let value = given
  if (PICTURES.has(name) && typeof given === 'string' && given !== '') {
    const picture = await importPicture(given.startsWith('/') ? given : `/${given}`)
    if (!('url' in picture)) {
      report.missPicture('picture', { post: name, address: given, why: picture.reason })
      return undefined
    }
    value = picture.url
  }
  const { success, data, error } = place.schema.safeParse(value)
  if (!success) report.fail('setting', `blog.yml, ${name}`, error.issues[0]?.message ?? '')
  return data
}
