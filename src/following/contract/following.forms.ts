import { type BodyOf, form, number, required, text, textOrNull, ticked, tickedValues } from '#platform/contract/form.ts'
import { updateSettings } from '#site/contract/settings.endpoints.ts'
import { confirmFollowing, endFollowing, follow, resumeFollowing, updateFollowing, updateOwnFollowing } from './following.endpoints.ts'

export const followForm = form('follow', {
  pages: ['follow'],
  endpoint: follow,
  fields: { email: required, posts: text, categories: tickedValues },
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
  // The page shows what ended, and takes it back.
  next: (_, url) => `/following?${new URLSearchParams({ link: url.searchParams.get('link') ?? '', ended: '1' })}`,
})

export const resumeFollowingForm = form('following-resume', {
  pages: ['following'],
  endpoint: resumeFollowing,
  fields: { link: text },
  hidden: ['link'],
  next: (_, url) => `/following?${new URLSearchParams({ link: url.searchParams.get('link') ?? '', resumed: '1' })}`,
})

/** Mails that a member gets. */
export const ownMailsForm = form('own-mails', {
  pages: ['dashboard'],
  endpoint: updateOwnFollowing,
  fields: { posts: textOrNull, categories: tickedValues, replies: ticked, comments: textOrNull, waiting: ticked },
})

/** The one question for who has joined: new posts at once or daily, with replies, or no mails. */
export const firstMailsForm = form('first-mails', {
  pages: ['welcome'],
  endpoint: updateOwnFollowing,
  // Nothing chosen is an error, not 'no mails'.
  fields: { posts: ([value]) => (value === undefined ? undefined : value || null) },
  toBody: ({ posts }) => {
    const isNone = posts === null
    return { ...(posts === undefined ? {} : { posts }), replies: !isNone, ...(isNone ? { comments: null } : {}) } as BodyOf<
      typeof updateOwnFollowing
    >
  },
})

export const mailPaceForm = form('mail-pace', {
  pages: ['dashboard'],
  endpoint: updateSettings,
  fields: { mailHour: number, mailsPerSecond: number, mailsPerDay: number },
  done: 'Saved.',
})

export const followingForms = [
  followForm,
  confirmFollowingForm,
  changeFollowingForm,
  endFollowingForm,
  resumeFollowingForm,
  ownMailsForm,
  firstMailsForm,
  mailPaceForm,
]
