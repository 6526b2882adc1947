import { chosen, form, text, textUnlessEmpty } from '#platform/contract/form.ts'
import { LINKS_MAX } from '#platform/contract/limits.ts'
import { createCategory, updateCategory } from '#site/contract/categories.endpoints.ts'
import { updateLinks } from '#site/contract/links.endpoints.ts'
import { updateLook } from '#site/contract/look.endpoints.ts'
import { updateSettings } from '#site/contract/settings.endpoints.ts'
import { updateBlogWords } from '#site/contract/site.endpoints.ts'

/** The set-up shows these, too. */
const pages = ['dashboard', 'setup-steps']
const done = 'Saved. Readers see it from now on.'

export const blogWordsForm = form('blog-words', {
  pages,
  endpoint: updateBlogWords,
  fields: { name: text, mark: text, author: text, contact: text },
  done,
})

/** Without its script, the choice of an own picture changes nothing: one must be uploaded first. */
const homePicture = ([value]: readonly string[]) => (value === 'own' ? undefined : value)

export const coloursForm = form('colours', { pages, endpoint: updateLook, fields: { palette: text, theme: text, text }, done })
export const homePictureForm = form('home-picture', { pages, endpoint: updateLook, fields: { homePicture, homePictureText: text }, done })
export const logoForm = form('logo', { pages, endpoint: updateLook, fields: { logo: text }, done })
/** A step of the set-up. */
export const firstLookForm = form('first-look', {
  pages,
  endpoint: updateLook,
  fields: { palette: text, homePicture, homePictureText: text },
  done,
})

export const readingForm = form('reading', {
  pages,
  endpoint: updateSettings,
  fields: { defaultAudience: text, isClosed: chosen('closed'), signUp: text },
  done,
})

/** What a step of the set-up sets with one choice. */
const FIRST_READERS = {
  everyone: { defaultAudience: 'public', isClosed: false, signUp: 'open' },
  invited: { defaultAudience: 'family', isClosed: true, signUp: 'invitation' },
} as const

/** Value of the choice that stands: it must not reset more detailed settings. */
export const SAME_READERS = 'same'

export const firstReadersForm = form('first-readers', {
  pages: ['setup-steps'],
  endpoint: updateSettings,
  fields: { isClosed: ([value]) => (value === undefined || value === SAME_READERS ? undefined : value === 'invited') },
  toBody: ({ isClosed }) => (isClosed === undefined ? {} : FIRST_READERS[isClosed ? 'invited' : 'everyone']),
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
  done: ({ name }) => `“${name}” is added.`,
})

export const settingsForms = [
  blogWordsForm,
  coloursForm,
  homePictureForm,
  logoForm,
  firstLookForm,
  readingForm,
  firstReadersForm,
  datesForm,
  linksForm,
  renameCategoryForm,
  newCategoryForm,
]
