import { z } from 'zod'
import { isCategorySlug } from '#contract/categories.ts'
import type { EndpointTable } from '#contract/endpoint.ts'
import { lineField, message, text } from '#contract/fields.ts'
import { CATEGORY_MAX_LENGTH } from '#contract/limits.ts'

const listedCategory = z.strictObject({
  /** As posts store it. */
  slug: z.string(),
  name: z.string(),
  /** Added by an admin; the others are those of every blog. */
  isOwn: z.boolean(),
  /** Whether an admin has taken it out of the forms. */
  isHidden: z.boolean(),
  /** Posts that use it: published, planned, in the trash, and unpublished texts. */
  uses: z.int(),
})
export type ListedCategory = z.output<typeof listedCategory>

const nameField = lineField('A name', CATEGORY_MAX_LENGTH).refine((value) => value !== '', 'Please enter a name.')

const slugField = text('Please enter an address.')
  .transform((value) => value.trim().toLowerCase())
  .refine((value) => value.length <= CATEGORY_MAX_LENGTH, `An address can have at most ${CATEGORY_MAX_LENGTH} characters.`)
  .refine(isCategorySlug, 'An address can only have letters a to z, numbers, and hyphens between them.')

const isHidden = z.boolean('Please choose whether the forms offer it.')

/** Additions: the categories of every blog, and those of the family's own. */
export const categoryEndpoints = {
  'GET /api/categories': { access: 'admin', status: 200, output: z.strictObject({ categories: z.array(listedCategory) }) },
  'POST /api/categories': {
    access: 'admin',
    status: 201,
    limit: null,
    /** Without a `slug` it is made of the name. */
    body: z.object({ name: nameField, slug: slugField.optional() }),
    output: listedCategory,
  },
  /** `name` is for one of the family's own, `isHidden` for one of every blog that nothing uses. */
  'PUT /api/category/:category': {
    access: 'admin',
    status: 200,
    limit: null,
    body: z.object({ name: nameField, isHidden }).partial(),
    output: listedCategory,
  },
  /** 409 while something uses it. */
  'DELETE /api/category/:category': { access: 'admin', status: 200, limit: null, output: message },
} as const satisfies EndpointTable
