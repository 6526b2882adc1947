import { isEmail, normalizeEmail } from '#platform/contract/email-address.ts'
import { z } from 'zod'
import { dateLanguages } from '#platform/contract/format-date.ts'
import { endpoint } from '#platform/contract/endpoint.ts'
import { isoDate, lineField } from '#platform/contract/fields.ts'
import { look } from './look.endpoints.ts'
import { BLOG_LINE_MAX_LENGTH, EMAIL_MAX_LENGTH } from '#site/contract/site-limits.ts'
import { footerLink } from './links.endpoints.ts'
import { isTimeZone } from '#platform/contract/time-zone.ts'

/** Name, author, contact and time zone as set by admins; empty strings where nothing is set. */
export const blogWords = z.strictObject({
  name: z.string(),
  author: z.string(),
  /** An email address. */
  contact: z.string(),
  /** IANA name of the zone in which the blog lives: of its dates, months, Sundays and hours. */
  timeZone: z.string(),
})
export type BlogWords = z.output<typeof blogWords>

const CHOOSE_ZONE = 'Please choose one of the time zones.'

export const blogNameField = lineField('The name', BLOG_LINE_MAX_LENGTH).refine(
  (value) => value !== '',
  'Please enter a name for the blog.',
)

/** Missing fields stay unchanged. */
const changedWords = z.object({
  name: blogNameField,
  author: lineField('The name of who writes', BLOG_LINE_MAX_LENGTH),
  contact: lineField('The address', EMAIL_MAX_LENGTH).refine(
    (value) => value === '' || isEmail(normalizeEmail(value)),
    'Please enter a valid email address, or leave it empty.',
  ),
  timeZone: z.string(CHOOSE_ZONE).refine(isTimeZone, CHOOSE_ZONE),
})

const namedCategory = z.strictObject({ slug: z.string(), name: z.string() })

/** Data about the installation that pages need: the brand, and which services are configured. */
export const site = z.strictObject({
  name: z.string(),
  author: z.string(),
  contact: z.string(),
  timeZone: z.string(),
  /** Footer links to other sites. */
  links: z.array(footerLink),
  /** First of `links`, for clients from before there were several; null without links. */
  socialUrl: z.string().nullable(),
  socialLabel: z.string(),
  /** Pages that admins added to a menu, in display order. */
  menu: z.array(z.strictObject({ label: z.string(), path: z.string(), place: z.enum(['header', 'footer']) })),
  /** Categories that admins added, fixed ones with another name, and fixed ones that the forms do not offer. */
  categories: z.strictObject({
    own: z.array(namedCategory).readonly(),
    renamed: z.array(namedCategory).readonly(),
    hidden: z.array(z.string()).readonly(),
  }),
  /** See the settings of the same names. */
  commentsOpen: z.boolean(),
  commentMaxLength: z.int(),
  /** Language of posts, the family's own pages and dates. */
  dateLanguage: z.enum(dateLanguages),
  isClosed: z.boolean(),
  closedNote: z.string(),
  /** When an admin last changed what the starter texts of the policy and the terms say; null if nobody has. */
  legalChangedAt: isoDate.nullable(),
  publicUrl: z.string(),
  googleSignIn: z.boolean(),
  /** True when browsers allow passkeys at the blog's URL. */
  passkeys: z.boolean(),
  /** True when the blog can send mail. Password resets, for instance, are offered only then. */
  mail: z.boolean(),
})
export type Site = z.output<typeof site>

/**
 * Visitors of a closed blog get only what its open pages need: name, contact and colours.
 * The look is for the server's renderer; pages do not embed it as data.
 */
export const getSite = endpoint('GET /api/site', { access: 'everyone', whenClosed: 'open', status: 200, output: site.extend({ look }) })

export const getBlogWords = endpoint('GET /api/settings/blog', { access: 'admin', status: 200, output: blogWords })

export const updateBlogWords = endpoint('PUT /api/settings/blog', {
  access: 'admin',
  status: 200,
  limit: null,
  body: changedWords.partial(),
  output: blogWords,
})

export const siteEndpoints = { getSite, getBlogWords, updateBlogWords }
