import { z } from 'zod'
import { isCategorySlug } from '#site/contract/category-names.ts'
import { endpoint } from '#platform/contract/endpoint.ts'
import { lineField, message, text } from '#platform/contract/fields.ts'
import { CATEGORY_MAX_LENGTH } from '#site/contract/site-limits.ts'

const listedCategory = z.strictObject({
  /** Value that posts store. */
  slug: z.string(),
  name: z.string(),
  /** True for a category that an admin added, false for one that every blog has. */
  isOwn: z.boolean(),
  /** True when an admin has removed it from the forms. */
  isHidden: z.boolean(),
  /** Number of posts (published, planned, in the trash) and drafts that use it. */
  uses: z.int(),
})
export type ListedCategory = z.output<typeof listedCategory>

const nameField = lineField('A name', CATEGORY_MAX_LENGTH).refine((value) => value !== '', 'Please enter a name.')

const slugField = text('Please enter an address.')
  .transform((value) => value.trim().toLowerCase())
  .refine((value) => value.length <= CATEGORY_MAX_LENGTH, `An address can have at most ${CATEGORY_MAX_LENGTH} characters.`)
  .refine(isCategorySlug, 'An address can only have letters a to z, numbers, and hyphens between them.')

const isHidden = z.boolean('Please choose whether the forms offer it.')

/** Categories that every blog has, and those that admins add. */
export const listCategories = endpoint('GET /api/categories', {
  access: 'admin',
  status: 200,
  output: z.strictObject({ categories: z.array(listedCategory) }),
})

export const createCategory = endpoint('POST /api/categories', {
  access: 'admin',
  status: 201,
  limit: null,
  /** `slug` defaults to one derived from the name. */
  body: z.object({ name: nameField, slug: slugField.optional() }),
  output: listedCategory,
})

/** `name` changes the label only; a category that every blog has gets its own back by it. `isHidden` is for unused ones of these. */
export const updateCategory = endpoint('PUT /api/category/:category', {
  access: 'admin',
  status: 200,
  limit: null,
  body: z.object({ name: nameField, isHidden }).partial(),
  output: listedCategory,
})

/** 409 while posts or drafts use it. */
export const deleteCategory = endpoint('DELETE /api/category/:category', { access: 'admin', status: 200, limit: null, output: message })

export const categoryEndpoints = { listCategories, createCategory, updateCategory, deleteCategory }
