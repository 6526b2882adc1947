import { form, text, textUnlessEmpty } from '#platform/contract/form.ts'
import { inQuotes } from '#platform/contract/in-quotes.ts'
import { LINKS_MAX } from '#platform/contract/limits.ts'
import { createCategory, updateCategory } from '#site/contract/categories.endpoints.ts'
import { updateLinks } from '#site/contract/links.endpoints.ts'
import { updateLook } from '#site/contract/look.endpoints.ts'
import { updateSettings } from '#site/contract/settings.endpoints.ts'
import { updateBlogWords } from '#site/contract/site.endpoints.ts'

const pages = ['dashboard']
const done = 'Saved. Readers see it from now on.'

export const blogWordsForm = form('blog-words', {
  pages,
  endpoint: updateBlogWords,
  fields: { name: text, author: text, contact: text, timeZone: text },
  done,
})

export const lookForm = form('look', {
  pages,
  endpoint: updateLook,
  fields: { palette: text, homePicture: text, homePictureText: text, logo: text },
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
