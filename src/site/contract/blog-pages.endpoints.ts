import { z } from 'zod'
import { isFreePart, PAGE_PLACES } from './blog-pages.ts'
import { AUDIENCES } from '#platform/contract/audiences.ts'
import { endpoint } from '#platform/contract/endpoint.ts'
import { audienceField, isoDate, message, text } from '#platform/contract/fields.ts'
import { postTitleField } from '#site/contract/title-field.ts'
import { SLUG_MAX_LENGTH } from '#platform/contract/limits.ts'
import { SLUG_FORM } from '#site/contract/slug-form.ts'

const blogPage = z.strictObject({
  _id: z.string(),
  title: z.string(),
  /** Sanitised HTML. */
  content: z.string(),
  /** Who may read it; always public for the pages that every blog has. */
  audience: z.enum(AUDIENCES),
  updatedAt: isoDate,
})
export type BlogPage = z.output<typeof blogPage>

const place = z.enum(PAGE_PLACES, { error: 'Please choose a menu for the page.' })

const listedPage = z.strictObject({
  _id: z.string(),
  /** Empty for a built-in page that was never edited. */
  title: z.string(),
  path: z.string(),
  slug: z.string(),
  place,
  audience: z.enum(AUDIENCES),
  /** True when nothing is published: readers see the starter text, or no page if an admin added it. */
  isEmpty: z.boolean(),
})
export type ListedPage = z.output<typeof listedPage>

/** Path without the slash: letters a to z, digits, hyphens. */
const slugField = text('Please enter an address.')
  .transform((value) => value.trim().toLowerCase().replace(/^\/+/, ''))
  .refine((value) => value !== '', 'Please enter an address.')
  .refine((value) => value.length <= SLUG_MAX_LENGTH, `An address can have at most ${SLUG_MAX_LENGTH} characters.`)
  .refine((value) => SLUG_FORM.test(value), 'An address can only have letters a to z, numbers, and hyphens between them.')
  .refine(isFreePart, 'The blog itself needs this address. Please choose another one.')

const changes = z.object({ slug: slugField, place, audience: audienceField })

/** Pages other than posts. Their text is edited like a post's: drafts, versions and `updatepost` accept their ids. */
/** Finds a page by id, or an added page by slug; null when nothing is published. */
export const getPage = endpoint('GET /api/page/:page', {
  access: 'everyone',
  whenClosed: { page: ['privacy-policy', 'terms'] },
  status: 200,
  output: z.strictObject({ page: blogPage.nullable() }),
})

export const listPages = endpoint('GET /api/pages', {
  access: 'admin',
  status: 200,
  output: z.strictObject({ pages: z.array(listedPage) }),
})

/** Adds a page. Readers see it once a text is published. */
export const createPage = endpoint('POST /api/pages', {
  access: 'admin',
  status: 201,
  limit: null,
  /** `slug` defaults to one derived from the title, `audience` to the setting. */
  body: z.object({ title: postTitleField, slug: slugField.optional(), place: place.default('none'), audience: audienceField.optional() }),
  output: listedPage,
})

/** Changes an added page; missing fields stay unchanged. */
export const updatePage = endpoint('PUT /api/page/:page', {
  access: 'admin',
  status: 200,
  limit: null,
  body: changes.partial().extend({
    /** The audience that the form showed. An `audience` equal to it changes nothing; 409 if another admin has changed it since. */
    audienceBefore: audienceField.optional(),
    /** Id of the next page in the menu; null moves the page to the end. */
    before: z.string().nullable().optional(),
  }),
  output: listedPage,
})

/** Deletes an added page. A page that every blog has shows the starter text again; its text remains as a version. */
export const deletePage = endpoint('DELETE /api/page/:page', { access: 'admin', status: 200, limit: null, output: message })

export const blogPageEndpoints = { getPage, listPages, createPage, updatePage, deletePage }
