import { z } from 'zod'
import { text } from '#platform/contract/fields.ts'
import { isCategorySlug } from '#site/contract/category-names.ts'

export const categoryField = z.string('Please choose one of the categories.').refine(isCategorySlug, 'Please choose one of the categories.')

export const postContentField = text('Please write something.').refine((value) => value.trim() !== '', 'Please write something.')
