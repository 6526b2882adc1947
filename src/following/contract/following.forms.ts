import { form, required, text, tickedValues } from '#platform/contract/form.ts'
import { confirmFollowing, endFollowing, follow, updateFollowing } from './following.endpoints.ts'

export const followForm = form('follow', {
  pages: ['follow'],
  endpoint: follow,
  fields: { email: required, posts: text, categories: tickedValues, website: text },
  hidden: ['website'],
  secret: ['website'],
})

export const confirmFollowingForm = form('follow-confirm', {
  pages: ['follow-confirm'],
  endpoint: confirmFollowing,
  fields: { token: text },
  hidden: ['token'],
  next: ({ link }) => `/following?${new URLSearchParams({ link, welcome: '1' })}`,
})

export const changeFollowingForm = form('following-change', {
  pages: ['following'],
  endpoint: updateFollowing,
  fields: { link: text, posts: text, categories: tickedValues },
  hidden: ['link'],
})

export const endFollowingForm = form('following-end', {
  pages: ['following'],
  endpoint: endFollowing,
  fields: { link: text, what: text },
  instance: ['what'],
  hidden: ['link'],
  next: () => '/following?ended=1',
})

export const followingForms = [followForm, confirmFollowingForm, changeFollowingForm, endFollowingForm]
