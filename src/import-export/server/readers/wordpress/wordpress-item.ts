import { z } from 'zod'
import type { Audience } from '#platform/contract/audiences.ts'
import { fromWallTime, parseTimeIn } from '#platform/contract/time-zone.ts'
import { plainText } from '#platform/text/html.ts'
import { identityOf, type SourceOptions } from '#import-export/server/record/source.ts'
import { type Publication, toPublication } from '#import-export/server/record/publication.ts'
import type { Element } from './read-wxr.ts'

/** What the fields of an item mean. */

export const fieldOf = ({ texts }: Element, name: string): string => texts[name] ?? ''

export const typeOf = (item: Element): string => fieldOf(item, 'wp:post_type')
export const numberOf = (item: Element): string => fieldOf(item, 'wp:post_id')

const TITLE_MAX_LENGTH = 2000
export const titleOf = (item: Element): string => plainText(fieldOf(item, 'title').slice(0, TITLE_MAX_LENGTH))

/** Of posts that have one number, each is another one. */
export const idOf = (item: Element, timeZone: string): string =>
  identityOf({ number: numberOf(item), address: fieldOf(item, 'link'), date: createdAtOf(item, timeZone), title: titleOf(item) })

/** Values of an item's custom field. */
export const metaOf = ({ children }: Element, key: string): string[] =>
  children.flatMap((child) =>
    child.name === 'wp:postmeta' && fieldOf(child, 'wp:meta_key') === key ? [fieldOf(child, 'wp:meta_value')] : [],
  )

const PUBLISHED = new Set(['publish', 'private'])
const UNPUBLISHED = new Set(['future', 'draft', 'pending'])

/** Why a post or page is not imported; null for one that is. */
export function whyNot(item: Element): string | null {
  const status = fieldOf(item, 'wp:status')
  if (numberOf(item) === '') return 'without a number'
  if (PUBLISHED.has(status) || UNPUBLISHED.has(status)) return null
  return status === 'trash' ? 'in the trash' : status
}

/** A text with a password is imported for the family, without the password. */
export function publicationOf(item: Element, { now, timeZone }: Pick<SourceOptions, 'now' | 'timeZone'>): Publication {
  const status = fieldOf(item, 'wp:status')
  const isPrivate = status === 'private'
  const audience: Audience | undefined = isPrivate ? 'admins' : fieldOf(item, 'wp:post_password') === '' ? undefined : 'family'
  const plannedFor = status === 'future' ? dateOf(item, 'wp:post_date', timeZone) : null
  const restriction = isPrivate ? 'private' : 'behind a password'
  return toPublication({ isPublished: PUBLISHED.has(status), plannedFor, audience, restriction }, now)
}

/** Reads a date such as `2019-05-04 17:03:21`, in UTC or, as old exports and drafts have only that one, on the clock of the blog. */
export function dateOf(item: Element, name: string, timeZone: string): number | null {
  const local = timeOf(fieldOf(item, name))
  return timeOf(fieldOf(item, `${name}_gmt`)) ?? (local === null ? null : fromWallTime(local, timeZone))
}

/** As if in UTC; null for an invalid date. */
function timeOf(text: string): number | null {
  const [, date, time] = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)$/.exec(text.trim()) ?? []
  const at = date === undefined || date.startsWith('0000') ? Number.NaN : Date.parse(`${date}T${time}Z`)
  return Number.isNaN(at) ? null : at
}

export const createdAtOf = (item: Element, timeZone: string): number =>
  dateOf(item, 'wp:post_date', timeZone) ?? (parseTimeIn(fieldOf(item, 'pubDate'), timeZone) || 0)

/** Paths of an item: its link, its address by id, and its former slugs. */
export function addressesOf(item: Element, site: string | null): string[] {
  const link = fieldOf(item, 'link').trim()
  const slug = fieldOf(item, 'wp:post_name')
  const path = URL.canParse(link) ? new URL(link).pathname : ''
  const base = site === null ? '' : new URL(site).pathname.replace(/\/$/, '')
  const earlier = path.replace(/\/$/, '').endsWith(`/${slug}`)
    ? metaOf(item, '_wp_old_slug').map((old) => path.replace(/[^/]+\/?$/, old))
    : []
  return [
    ...(path === '' || path === `${base}/` ? [] : [path]),
    `${base}/?p=${numberOf(item)}`,
    ...(slug === '' ? [] : [`${base}/${slug}`]),
    ...earlier,
  ]
}

const termsIn = ({ children }: Element, domain: string) =>
  children.filter(({ name, attributes }) => name === 'category' && attributes['domain'] === domain)

export const namesIn = (item: Element, domain: string): string[] => termsIn(item, domain).map((term) => plainText(fieldOf(term, 'text')))

/** Names and slugs of an item's categories, with the slugs of their ancestors. */
export const categoriesOf = (item: Element, parents: ReadonlyMap<string, string>): string[] =>
  termsIn(item, 'category')
    .flatMap((term) => [plainText(fieldOf(term, 'text')), ...slugsAbove(term.attributes['nicename'] ?? '', parents)])
    .filter((name) => name !== '')

/** Slugs of a category and its ancestors. @param parents by slug */
export function slugsAbove(slug: string, parents: ReadonlyMap<string, string>): string[] {
  const seen = new Set<string>()
  for (let at = slug; at !== '' && !seen.has(at); at = parents.get(at) ?? '') seen.add(at)
  return [...seen]
}

export interface Footnote {
  readonly id: string
  /** HTML. */
  readonly content: string
}

const footnotes = z.array(z.object({ id: z.string(), content: z.string() }))

/** The footnotes that WordPress stores beside the text. @returns null if they cannot be read */
export function footnotesOf(item: Element): readonly Footnote[] | null {
  const [json = ''] = metaOf(item, 'footnotes')
  try {
    return json.trim() === '' ? [] : footnotes.parse(JSON.parse(json))
  } catch {
    return null
  }
}
