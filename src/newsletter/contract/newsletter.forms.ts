import { form, required, text } from '#platform/contract/form.ts'
import { confirmFollowing, endFollowing, follow, updateLinkedMails, updateOwnMails } from './newsletter.endpoints.ts'

export const followForm = form('follow', {
  pages: ['follow'],
  endpoint: follow,
  fields: { email: required },
})

export const confirmFollowingForm = form('follow-confirm', {
  pages: ['follow-confirm'],
  endpoint: confirmFollowing,
  fields: { token: text },
  hidden: ['token'],
  next: ({ link }) => `/following?${new URLSearchParams({ link, welcome: '1' })}`,
})

export const endFollowingForm = form('following-end', {
  pages: ['following'],
  endpoint: endFollowing,
  fields: { link: text, what: text },
  hidden: ['link', 'what'],
  // The page shows what ended, and the choices.
  next: (_, url) => `/following?${new URLSearchParams({ link: url.searchParams.get('link') ?? '', ended: '1' })}`,
})

/** A checkbox. */
const ticked = (values: readonly string[]) => values.length > 0

const choices = {
  // Nothing chosen is an error, not 'never'.
  posts: ([value]: readonly string[]) => (value === undefined ? undefined : value || null),
  replies: ticked,
  comments: ticked,
  waiting: ticked,
}

/** Mails of who has the link of a mail. */
export const linkedMailsForm = form('mails', {
  pages: ['following'],
  endpoint: updateLinkedMails,
  fields: { link: text, ...choices },
  hidden: ['link'],
})

/** Mails of the signed-in user: after joining, and in the profile, which needs its script. */
export const ownMailsForm = form('own-mails', { pages: ['welcome'], endpoint: updateOwnMails, fields: choices })

export const newsletterForms = [followForm, confirmFollowingForm, endFollowingForm, linkedMailsForm, ownMailsForm]
