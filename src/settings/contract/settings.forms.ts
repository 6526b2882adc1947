import { form, text, textUnlessEmpty } from '#platform/contract/form.ts'
import { inQuotes } from '#platform/contract/in-quotes.ts'
import { BLOG_LINE_MAX_LENGTH, LINKS_MAX } from '#platform/contract/limits.ts'
import { createCategory, updateCategory } from '#site/contract/categories.endpoints.ts'
import { updateLinks } from '#site/contract/links.endpoints.ts'
import { updateLook } from '#site/contract/look.endpoints.ts'
import { updateSettings } from '#site/contract/settings.endpoints.ts'
import { updateBlogWords } from '#site/contract/site.endpoints.ts'

/** The set-up shows these, too. */
const pages = ['dashboard', 'setup-steps']
const done = 'Saved. Readers see it from now on.'

/** The mark of a family that chooses none. */
const markOf = (name: string) => Array.from(`♥ ${name.trim()}`).slice(0, BLOG_LINE_MAX_LENGTH).join('')

export const blogWordsForm = form('blog-words', {
  pages,
  endpoint: updateBlogWords,
  fields: { name: text, mark: text, author: text, contact: text },
  toBody: ({ mark, ...words }) => ({ ...words, mark: mark?.trim() ? mark : markOf(words.name ?? '') }),
  done,
})

/** Without its script, the choice of an own picture changes nothing: one must be uploaded first. */
const homePicture = ([value]: readonly string[]) => (value === 'own' ? undefined : value)

export const lookForm = form('look', {
  pages,
  endpoint: updateLook,
  fields: { palette: text, theme: text, text, homePicture, homePictureText: text, logo: text },
  done,
})

export const datesForm = form('dates', { pages, endpoint: updateSettings, fields: { dateLanguage: text }, done })

export const linksForm = form('links', {
  pages,
  endpoint: updateLinks,
  rows: { links: { columns: ['url', 'label'], max: LINKS_MAX } },
  done,
})

export const renameCategoryForm = form('rename-category', {
  pages,
  endpoint: updateCategory,
  params: ['category'],
  fields: { name: text },
  done: 'Saved.',
})

export const newCategoryForm = form('new-category', {
  pages,
  endpoint: createCategory,
  fields: { name: text, slug: textUnlessEmpty },
  done: ({ name }) => `${inQuotes(name)} is added.`,
})

export const settingsForms = [blogWordsForm, lookForm, datesForm, linksForm, renameCategoryForm, newCategoryForm]
