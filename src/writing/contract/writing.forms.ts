import { form, text } from '#platform/contract/form.ts'
import { createPage, updatePage } from '#site/contract/blog-pages.endpoints.ts'

export const newPageForm = form('new-page', {
  pages: ['dashboard'],
  endpoint: createPage,
  fields: { title: text, place: text },
  next: ({ _id }) => `/update-post/${_id}`,
})

export const ownPageForm = form('own-page', {
  pages: ['dashboard'],
  endpoint: updatePage,
  params: ['page'],
  fields: { slug: text, place: text, audience: text, audienceBefore: text },
  hidden: ['audienceBefore'],
  done: 'Saved.',
})

export const writingForms = [newPageForm, ownPageForm]
