import { z } from 'zod'
import { endpoint } from '#platform/contract/endpoint.ts'
import { lineField } from '#platform/contract/fields.ts'
import { BLOG_LINE_MAX_LENGTH, LINK_MAX_LENGTH, LINKS_MAX } from '#site/contract/site-limits.ts'

const isWebAddress = (value: string) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)

/** Footer link to another site. */
export const footerLink = z.strictObject({ url: z.string().refine(isWebAddress), label: z.string() })
export type FooterLink = z.output<typeof footerLink>

const links = z.strictObject({ links: z.array(footerLink) })

/** 'example.org' is https://example.org; what names another scheme stays as it is, and is refused. */
const completed = (value: string) => (value.includes('.') && !/^[a-z][a-z\d+.-]*:(?!\d)/i.test(value) ? `https://${value}` : value)

const changedLink = z.object({
  url: lineField('The address', LINK_MAX_LENGTH)
    .transform(completed)
    .refine(isWebAddress, 'Please enter an address that begins with https://.'),
  label: lineField('The words of the link', BLOG_LINE_MAX_LENGTH).refine((value) => value !== '', 'Please enter words for the link.'),
})

const changedLinks = z
  .array(changedLink, 'Please send a list of links.')
  .max(LINKS_MAX, `The footer can have at most ${LINKS_MAX} links.`)
  .superRefine((all, context) => {
    for (const [index, { url }] of all.entries()) {
      if (all.findIndex((other) => other.url === url) === index) continue
      context.addIssue({ code: 'custom', path: [index, 'url'], message: 'This address is in the list already.' })
    }
  })

export const getLinks = endpoint('GET /api/settings/links', { access: 'admin', status: 200, output: links })

/** Replaces the whole list. Errors name the field like `links.2.url`. */
export const updateLinks = endpoint('PUT /api/settings/links', {
  access: 'admin',
  status: 200,
  limit: null,
  body: z.object({ links: changedLinks }),
  output: links,
})

export const linkEndpoints = { getLinks, updateLinks }
