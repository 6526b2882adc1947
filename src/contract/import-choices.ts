import { z } from 'zod'
import { categoryField, lineField } from './fields.ts'
import { IMPORT_CATEGORIES_MAX } from './limits.ts'

/** What is imported only when it is asked for. */
export const INCLUDABLE = ['drafts', 'pages', 'private', 'people', 'tags'] as const
export type Includable = (typeof INCLUDABLE)[number]

const SITE = 'Please write the address of the old blog like https://old.example.org.'

/** Without a trailing slash; null where nothing was written. */
const siteField = z
  .string(SITE)
  .nullable()
  .transform((value) => {
    const site = (value ?? '').trim().replace(/\/+$/, '')
    if (site === '') return null
    return /^[a-z][a-z0-9+.-]*:/i.test(site) ? site : `https://${site}`
  })
  .refine((site) => site === null || (site.length <= 200 && /^https?:\/\/[^/?#@\s]+(\/[^?#\s]*)?$/i.test(site) && URL.canParse(site)), SITE)

/** What admins choose of an import. */
export const importChoices = z.strictObject({
  /** Where the old blog is, for exports that do not say. */
  site: siteField,
  include: z.array(z.enum(INCLUDABLE, 'Please choose from what is offered.')).max(INCLUDABLE.length).default([]),
  /** Categories there, and which of ours they become. */
  categories: z
    .array(z.strictObject({ theirs: lineField('The name of a category', 200), ours: z.union([z.literal('uncategorized'), categoryField]) }))
    .max(IMPORT_CATEGORIES_MAX)
    .default([]),
  /** Whether pictures and files are fetched from the old blog. */
  fetchesPictures: z.boolean('Please choose whether pictures are fetched.').default(true),
})
export type ImportChoices = z.output<typeof importChoices>

export const DEFAULT_CHOICES: ImportChoices = { site: null, include: [], categories: [], fetchesPictures: true }
