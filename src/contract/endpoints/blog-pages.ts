import { z } from 'zod'
import { isFreePart, PAGE_PLACES } from '#contract/blog-pages.ts'
import { AUDIENCES } from '#contract/audiences.ts'
import type { EndpointTable } from '#contract/endpoint.ts'
import { audienceField, isoDate, message, postTitleField, text } from '#contract/fields.ts'
import { SLUG_MAX_LENGTH } from '#contract/limits.ts'

const blogPage = z.strictObject({
  _id: z.string(),
  title: z.string(),
  /** Sanitised HTML. */
  content: z.string(),
  /** Who may read it; a page that every blog has is public. */
  audience: z.enum(AUDIENCES),
  updatedAt: isoDate,
})
export type BlogPage = z.output<typeof blogPage>

const place = z.enum(PAGE_PLACES, { error: 'Please choose a menu for the page.' })

const listedPage = z.strictObject({
  _id: z.string(),
  /** Empty for a page of every blog that was never changed. */
  title: z.string(),
  path: z.string(),
  slug: z.string(),
  place,
  audience: z.enum(AUDIENCES),
  /** Whether nothing of the family's stands there: then it is our starter text, or a page that nobody sees yet. */
  isEmpty: z.boolean(),
})
export type ListedPage = z.output<typeof listedPage>

/** What comes after the slash: letters a to z, digits, hyphens. */
const slugField = text('Please enter an address.')
  .transform((value) => value.trim().toLowerCase().replace(/^\/+/, ''))
  .refine((value) => value !== '', 'Please enter an address.')
  .refine((value) => value.length <= SLUG_MAX_LENGTH, `An address can have at most ${SLUG_MAX_LENGTH} characters.`)
  .refine(
    (value) => /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(value),
    'An address can only have letters a to z, numbers, and hyphens between them.',
  )
  .refine(isFreePart, 'The blog itself needs this address. Please choose another one.')

const changes = z.object({ slug: slugField, place, audience: audienceField })

/** Pages that are no posts (docs/product.md, 2). Their words are written like a post's: drafts, versions and `updatepost` take their ids. */
export const blogPageEndpoints = {
  /** By id or, of a page of the family's own, by its address; null where the starter text stands, or nothing. */
  'GET /api/page/:page': {
    access: 'everyone',
    whenClosed: { page: ['privacy-policy', 'terms'] },
    status: 200,
    output: z.strictObject({ page: blogPage.nullable() }),
  },
  'GET /api/pages': { access: 'admin', status: 200, output: z.strictObject({ pages: z.array(listedPage) }) },
  /** Nobody sees it until words are published on it. */
  'POST /api/pages': {
    access: 'admin',
    status: 201,
    limit: null,
    /** Without a `slug` the address is made of the title; without an `audience` it is that of the settings. */
    body: z.object({ title: postTitleField, slug: slugField.optional(), place: place.default('none'), audience: audienceField.optional() }),
    output: listedPage,
  },
  /** Only a page of the family's own; what is left out stays as it is. */
  'PUT /api/page/:page': {
    access: 'admin',
    status: 200,
    limit: null,
    /** `before`: id of the page that it is to precede in its menu; null puts it last. */
    body: changes.partial().extend({ before: z.string().nullable().optional() }),
    output: listedPage,
  },
  /** Deletes a page of the family's own; on a page of every blog the starter text stands again, and the words are kept as a version. */
  'DELETE /api/page/:page': { access: 'admin', status: 200, limit: null, output: message },
} as const satisfies EndpointTable
