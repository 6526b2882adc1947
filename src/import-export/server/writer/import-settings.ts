import type { z } from 'zod'
import type { BlogFile } from '#import-export/server/formats/blog-file.ts'
import type { ImportReport } from '#import-export/server/record/report.ts'
import { SITE_TAG } from '#platform/cache/cache-tags.ts'
import { announceChanges } from '#platform/database/change-feed.ts'
import { DEFAULT_BLOG_WORDS } from '#platform/contract/default-words.ts'
import type { Database } from '#platform/database/database.ts'
import { updateLinks } from '#site/contract/links.endpoints.ts'
import { updateLook } from '#site/contract/look.endpoints.ts'
import { DEFAULT_LOOK } from '#site/contract/look.ts'
import { DEFAULT_SETTINGS, updateSettings } from '#site/contract/settings.endpoints.ts'
import { updateBlogWords } from '#site/contract/site.endpoints.ts'
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
import type { Imported } from './files/import-media.ts'

export interface SettingsParts {
  readonly db: Database
  readonly siteConfig: SiteConfig
  /** True if they are only counted. */
  readonly isCheck: boolean
  readonly report: ImportReport
  readonly now: () => number
  readonly importPicture: (address: string) => Promise<Imported>
}

type Values = Readonly<Record<string, unknown>>

/** Settings that are stored together. */
interface Group {
  /** Before the names of its settings in the report. */
  readonly prefix: string
  readonly given: Values
  readonly here: Values
  readonly initial: Values
  readonly body: z.ZodObject
  /** @returns cache tags to invalidate, in addition to the one of the site */
  readonly store: (trx: Database, changes: never) => Promise<readonly string[] | void>
}

/** Imports each setting that still has its default value. Reports differing settings that were changed before. */
export async function importSettings(parts: SettingsParts, file: BlogFile): Promise<void> {
  const { db, siteConfig, report, now } = parts
  const changed: { readonly group: Group; readonly changes: Values }[] = []
  for (const group of await listGroups(parts, file)) {
    const changes = await chooseChanges(parts, group)
    report.counts.settings += Object.keys(changes).length
    if (Object.keys(changes).length > 0) changed.push({ group, changes })
    if (changes['isClosed'] === true) report.add('closes', 'Settings, Who may read and sign in')
  }
  if (parts.isCheck || changed.length === 0) return
  await db.transaction().execute(async (trx) => {
    const tags = new Set([SITE_TAG])
    await withLegalDate(trx, { siteConfig, now: now() }, async () => {
      for (const { group, changes } of changed) for (const tag of (await group.store(trx, changes as never)) ?? []) tags.add(tag)
    })
    await announceChanges(trx, [...tags], now())
  })
}

async function listGroups({ db, siteConfig }: SettingsParts, { blog, links, look, settings: given }: BlogFile): Promise<Group[]> {
  // Whether the admins here have a second step is not known there.
  const { adminSecondStep: _, ...settings } = given
  const [words, footerLinks, lookHere, settingsHere] = await Promise.all([
    getBlogWords(db, siteConfig),
    getFooterLinks(db, siteConfig),
    getLook(db),
    getSettings(db),
  ])
  return [
    {
      prefix: 'blog.',
      given: blog,
      here: { ...words },
      initial: { ...DEFAULT_BLOG_WORDS },
      body: updateBlogWords.body,
      store: changeBlogWords,
    },
    {
      prefix: '',
      given: links === undefined ? {} : { links },
      here: { links: footerLinks },
      initial: { links: [] },
      body: updateLinks.body,
      store: (trx, changes: { links: typeof footerLinks }) => storeFooterLinks(trx, changes.links),
    },
    { prefix: 'look.', given: look, here: { ...lookHere }, initial: { ...DEFAULT_LOOK }, body: updateLook.body, store: changeLook },
    {
      prefix: 'settings.',
      given: settings,
      here: { ...settingsHere },
      initial: { ...DEFAULT_SETTINGS },
      body: updateSettings.body,
      store: changeSettings,
    },
  ]
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
async function chooseChanges(parts: SettingsParts, { prefix, given, here, initial, body }: Group): Promise<Values> {
  const changes: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(given)) {
    const name = `${prefix}${key}`
    const schema = body.shape[key] as z.ZodType | undefined
    const data = schema && key in here ? await readValue(parts, { name, value, schema }) : undefined
    if (data === undefined || same(data, here[key])) continue
    if (same(here[key], initial[key])) changes[key] = data
    else parts.report.add('keptHere', `the setting ${name}: ${JSON.stringify(here[key])}`)
  }
  return changes
}

interface Given {
  readonly name: string
  readonly value: unknown
  readonly schema: z.ZodType
}

const PICTURES = new Set(['look.homePicture', 'look.logo'])

/** @returns undefined for a value that cannot be imported, which is reported */
async function readValue({ report, importPicture }: SettingsParts, { name, value, schema }: Given): Promise<unknown> {
  const isPicture = PICTURES.has(name) && typeof value === 'string' && value !== ''
  const address = isPicture ? `/${value.replace(/^\//, '')}` : ''
  const picture = isPicture ? await importPicture(address) : { url: value }
  if ('reason' in picture) {
    report.missPicture('picture', { post: name, address, why: picture.reason })
    return undefined
  }
  const { success, data, error } = schema.safeParse(picture.url)
  if (!success) report.fail('setting', `blog.yml, ${name}`, error.issues[0]?.message ?? '')
  return data
}
