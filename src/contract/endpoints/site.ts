import { z } from 'zod'
import { dateLanguages } from '#contract/date-languages.ts'
import type { EndpointTable } from '#contract/endpoint.ts'
import { lineField } from '#contract/fields.ts'
import { look } from './look.ts'
import { SIGN_UP_WAYS } from '#contract/sign-up-ways.ts'
import { BLOG_LINE_MAX_LENGTH, EMAIL_MAX_LENGTH } from '#contract/limits.ts'
import { footerLink } from './links.ts'

/** The family's own words in place of the starter texts. Empty where there are none. */
export const blogWords = z.strictObject({
  name: z.string(),
  mark: z.string(),
  author: z.string(),
  /** An email address. */
  contact: z.string(),
})
export type BlogWords = z.output<typeof blogWords>

/** What is left out stays as it is. */
const changedWords = z.object({
  name: lineField('The name', BLOG_LINE_MAX_LENGTH).refine((value) => value !== '', 'Please enter a name for the blog.'),
  mark: lineField('The mark', BLOG_LINE_MAX_LENGTH).refine((value) => value !== '', 'Please enter a mark.'),
  author: lineField('The name of who writes', BLOG_LINE_MAX_LENGTH),
  contact: lineField('The address', EMAIL_MAX_LENGTH).refine(
    (value) => value === '' || z.email().safeParse(value).success,
    'Please enter a valid email address, or leave it empty.',
  ),
})

/** What pages need to know of this installation: the brand, and which services are set up. */
export const site = z.strictObject({
  name: z.string(),
  mark: z.string(),
  author: z.string(),
  contact: z.string(),
  /** Links of the footer to the family's pages elsewhere. */
  links: z.array(footerLink),
  /** The first of them, from when there was one; null where there is none. */
  socialUrl: z.string().nullable(),
  socialLabel: z.string(),
  /** Pages of the family's own that a menu leads to, in their order. */
  menu: z.array(z.strictObject({ label: z.string(), path: z.string(), place: z.enum(['header', 'footer']) })),
  /** The family's own categories, and fixed ones that the forms leave out. */
  categories: z.strictObject({
    own: z.array(z.strictObject({ slug: z.string(), name: z.string() })).readonly(),
    hidden: z.array(z.string()).readonly(),
  }),
  /** Whether posts take new comments, and how long one may be. */
  commentsOpen: z.boolean(),
  commentMaxLength: z.int(),
  /** That dates are written in. */
  dateLanguage: z.enum(dateLanguages),
  /** Additions: whether visitors see nothing but what lets them in, and how one gets an account. */
  isClosed: z.boolean(),
  signUp: z.enum(SIGN_UP_WAYS),
  publicUrl: z.string(),
  googleSignIn: z.boolean(),
  /** Whether browsers allow passkeys at the address of the blog. */
  passkeys: z.boolean(),
  /** Whether the blog can send mail: links for a forgotten password and the like are offered only then. */
  mail: z.boolean(),
})
export type Site = z.output<typeof site>

export const siteEndpoints = {
  /**
   * Visitors of a closed blog get what its open pages need: name, mark, contact (of the policy and the terms), colours,
   * and how to come in. With the look, which only the server reads: no page carries it as data.
   */
  'GET /api/site': { access: 'everyone', whenClosed: 'open', status: 200, output: site.extend({ look }) },
  'GET /api/settings/blog': { access: 'admin', status: 200, output: blogWords },
  'PUT /api/settings/blog': { access: 'admin', status: 200, limit: null, body: changedWords.partial(), output: blogWords },
} as const satisfies EndpointTable
