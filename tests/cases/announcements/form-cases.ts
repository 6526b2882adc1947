import { createInvitation } from '#accounts/contract/invitations.endpoints.ts'
import { signUp } from '#accounts/contract/users.endpoints.ts'
import { createComment } from '#comments/contract/comments.endpoints.ts'
import { createPost } from '#writing/contract/edit-posts.endpoints.ts'
import { confirmFollowing, follow } from '#newsletter/contract/newsletter.endpoints.ts'
import { createCategory } from '#site/contract/categories.endpoints.ts'
import { createPage } from '#site/contract/blog-pages.endpoints.ts'
import { type Account, ADMIN, OTHER_READER, READER } from '#tests/support/accounts.ts'
import type { Caller } from '#tests/support/blog/call-as.ts'
import type { FormCase } from './log-forms.ts'

/** The blog that the forms are sent to. It can send mail. */
export interface FormWorld {
  readonly callAs: (account: Account) => Promise<Caller>
  /** The token of the next mail to an address; without it, the forms behind links of mails are left out. */
  readonly tokenFor?: (email: string) => Promise<string>
}

/** Forms that are tried elsewhere, or have no words of their own. */
export const OTHER_FORMS: Readonly<Record<string, string>> = {
  code: 'needs a mailed code: tests/e2e/codes.test.ts',
  'code-again': 'as above',
  'sign-in-link': 'needs a link of the command line: tests/e2e/codes.test.ts',
  'ask-for-account': 'needs a closed blog: tests/e2e/closed-blog.test.ts',
  'ask-to-join': 'is plain HTML, on a page without a script of its own',
  'edit-comment': 'as above',
  'delete-comment': 'as above',
  'sign-out': 'leads on, in the header of every page',
}

const nextId = (() => {
  let count = 0
  return () => (count += 1)
})()

const press = (button: string) =>
  `[...document.querySelectorAll('main button')].find((one) => one.innerText.trim() === '${button}')?.click()`

const visitorForms = async ({ callAs }: FormWorld): Promise<readonly FormCase[]> => {
  const { api } = await callAs(ADMIN)
  const { link } = await api(createInvitation, { body: { name: 'Cousins', usesMax: 1 } })
  const name = `newcomer${nextId()}`
  const { _id: postId, slug } = await api(createPost, { body: { title: `Hearts ${name}`, content: '<p>Say something.</p>' } })
  const { _id: commentId } = await api(createComment, { body: { content: 'A comment to report', postId } })
  const { pathname, hash } = new URL(link)
  const credentials = { email: READER.email, password: READER.password }
  const newcomer = { username: name, email: `${name}@example.org`, password: 'a long password' }
  const guest = { displayName: 'Aunt Ida', email: `ida${name}@example.org` }
  return [
    { form: 'sign-in', path: '/sign-in', bad: { ...credentials, password: 'not the one' }, good: credentials, leaves: true, signsIn: true },
    { form: 'sign-up', path: '/sign-up', bad: { ...newcomer, username: 'x' }, good: newcomer, leaves: true },
    { form: 'code-request', needsMail: true, path: '/sign-in?step=email', bad: { email: '' }, good: { email: READER.email } },
    { form: 'follow', needsMail: true, path: '/', isPlain: true, bad: { email: 'nobody' }, good: { email: `box${name}@example.org` } },
    {
      form: 'follow',
      needsMail: true,
      path: '/follow',
      isPlain: true,
      bad: { email: 'nobody' },
      good: { email: `page${name}@example.org` },
    },
    { form: 'invited-sign-up', path: pathname + hash, bad: { ...guest, email: 'nobody' }, good: guest, leaves: true, signsIn: true },
    { form: 'heart', path: `/post/${slug}`, good: {} },
    { form: 'report', path: `/post/${slug}?report=${commentId}`, good: { reason: 'It is unkind' } },
  ]
}

/** Forms behind the links of mails. */
const linkedForms = async ({ callAs, tokenFor }: FormWorld): Promise<readonly FormCase[]> => {
  const none = 'x'.repeat(43)
  const refused = (form: string, path: string): FormCase => ({
    form,
    path: `${path}#${none}`,
    badPath: `${path}#${none}`,
    good: null,
    needsMail: true,
  })
  const password = { password: 'another long password' }
  if (tokenFor === undefined) return []
  const { api } = await callAs(READER)
  const other = `confirming${nextId()}@example.org`
  await api(signUp, { body: { username: `confirming${nextId()}`, email: other, ...password } })
  const [follower, next] = [`follower${nextId()}@example.org`, `follower${nextId()}@example.org`]
  for (const each of [follower, next]) await api(follow, { body: { email: each } })
  const { link } = await api(confirmFollowing, { body: { token: await tokenFor(follower) } })
  const following = `/following?${new URLSearchParams({ link })}`
  return [
    { ...refused('verify-email', '/verify-email'), path: `/verify-email#${await tokenFor(other)}`, good: {} },
    { ...refused('follow-confirm', '/follow/confirm'), path: `/follow/confirm#${await tokenFor(next)}`, good: {}, leaves: true },
    { form: 'mails', path: following, isPlain: true, good: {} },
    { form: 'following-end', path: `${following}&what=posts`, isPlain: true, good: {}, leaves: true },
  ]
}

const readerForms = async ({ callAs }: FormWorld): Promise<readonly FormCase[]> => {
  const [{ api }, other] = [await callAs(ADMIN), await callAs(OTHER_READER)]
  const { _id: postId, slug } = await api(createPost, { body: { title: `Comments ${nextId()}`, content: '<p>Say something.</p>' } })
  await other.api(createComment, { body: { content: 'A comment to like', postId, userId: other.id } })
  const profile = '/dashboard?tab=profile'
  return [
    { form: 'comment', path: `/post/${slug}`, bad: { content: ' ' }, good: { content: 'A word' } },
    { form: 'like', path: `/post/${slug}`, good: {} },
    { form: 'own-mails', needsMail: true, path: profile, good: {} },
    {
      form: 'profile',
      selector: 'form:has([name=displayName])',
      path: profile,
      bad: { username: 'x' },
      good: { displayName: `Ines ${nextId()}` },
    },
  ]
}

const adminForms = async ({ callAs }: FormWorld): Promise<readonly FormCase[]> => {
  const { api } = await callAs(ADMIN)
  const name = `Trips ${nextId()}`
  await api(createCategory, { body: { name } })
  await api(createPage, { body: { title: `A page ${nextId()}`, place: 'none' } })
  const settings = (section: string) => `/dashboard?tab=settings&section=${section}`
  return [
    { form: 'sign-in-settings', selector: 'form:has([name=adminSecondStep])', path: settings('reading'), good: {} },
    {
      form: 'new-invitation',
      selector: 'form:has([name=usesMax])',
      path: '/dashboard?tab=users',
      before: press('Invite people'),
      bad: { name: '' },
      good: { name: 'Aunts' },
    },
    { form: 'comments-settings', selector: 'form:has([name=commentMaxLength])', path: settings('comments'), good: {} },
    { form: 'blog-words', selector: 'form:has([name=contact])', path: settings('blog'), bad: { contact: 'nobody' }, good: {} },
    { form: 'look', selector: 'form:has([name=palette])', path: settings('look'), good: {} },
    { form: 'dates', selector: 'form:has([name=dateLanguage])', path: settings('blog'), good: {} },
    { form: 'links', selector: '[aria-label^=Links] form', path: settings('blog'), good: {} },
    {
      form: 'rename-category',
      selector: 'li form:has([name=name])',
      path: settings('categories'),
      before: `document.querySelector('li details:has([name=name])').open = true`,
      bad: { name: '' },
      good: { name: `${name} by bus` },
    },
    {
      form: 'new-category',
      selector: 'form[aria-label^="Add"]',
      path: settings('categories'),
      bad: { name: '' },
      good: { name: `Boats ${nextId()}` },
    },
    {
      form: 'new-page',
      selector: 'form[aria-label^="Add"]',
      path: '/dashboard?tab=pages',
      bad: { title: '' },
      good: { title: `Visits ${nextId()}` },
      leaves: true,
    },
    { form: 'own-page', selector: 'form:has([name=slug])', path: '/dashboard?tab=pages', bad: { slug: 'about' }, good: {} },
  ]
}

/** For each role, the forms that it sees. */
export const FORM_CASES = [
  { who: 'a visitor', as: undefined, list: visitorForms },
  { who: 'a person with a link', as: undefined, list: linkedForms },
  { who: 'a reader', as: READER, list: readerForms },
  { who: 'an admin', as: ADMIN, list: adminForms },
] as const
