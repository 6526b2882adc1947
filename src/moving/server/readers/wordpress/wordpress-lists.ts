import { folderOf, listsOfFolder } from '#moving/server/readers/site-folder.ts'
import type { SourceEntry, SourceFilePage, SourceList } from '#moving/server/record/source.ts'

/** A category or tag. */
export interface Term {
  readonly kind: 'category' | 'tag'
  readonly slug: string
  readonly name: string
  /** Id; empty in old exports. */
  readonly number: string
}

/** Reads `wp:category` and `wp:tag`; null for any other element. */
export function readTerm(name: string, texts: Readonly<Record<string, string>>): Term | null {
  const number = texts['wp:term_id'] ?? ''
  if (name === 'wp:category')
    return { kind: 'category', slug: texts['wp:category_nicename'] ?? '', name: texts['wp:cat_name'] ?? '', number }
  return name === 'wp:tag' ? { kind: 'tag', slug: texts['wp:tag_slug'] ?? '', name: texts['wp:tag_name'] ?? '', number } : null
}

/** Lists of the old blog, at WordPress' default paths, since an export does not contain custom ones. @param parents by slug */
export function wordpressLists(site: string | null, terms: readonly Term[], parents: ReadonlyMap<string, string>): SourceList[] {
  const folder = folderOf(site)
  const ofTerms = terms.flatMap(({ kind, slug, name, number }): SourceList[] => {
    const names = [name, ...(kind === 'category' ? slugsAbove(slug, parents) : [slug])].filter((each) => each !== '')
    const byNumber = kind === 'category' && /^\d{1,15}$/.test(number) ? [{ path: `${folder}/?cat=${number}`, kind, names }] : []
    return slug === '' ? byNumber : [{ path: `${folder}/${kind}/${slug}`, kind, names }, ...byNumber]
  })
  return [...listsOfFolder(folder), ...ofTerms]
}

/** Slugs of a category and its ancestors. */
export function slugsAbove(slug: string, parents: ReadonlyMap<string, string>): string[] {
  const seen = new Set<string>()
  for (let at = slug; at !== '' && !seen.has(at); at = parents.get(at) ?? '') seen.add(at)
  return [...seen]
}

/** Page of an attachment; `parent` is the number of the post that it belongs to. */
interface AttachmentPage extends SourceFilePage {
  readonly parent: string
}

export interface NumberedEntry {
  readonly number: string
  readonly entry: SourceEntry
}

/** A draft has no address. */
const isThere = ({ entry }: NumberedEntry) => entry.addresses.length > 0

/** Adds the pages of attachments to the addresses of their posts. */
export function withAttachments(entries: readonly NumberedEntry[], attachments: Iterable<AttachmentPage>): SourceEntry[] {
  const byPost = Map.groupBy(attachments, ({ parent }) => parent)
  return entries.map((numbered) => {
    const { number, entry } = numbered
    const below = isThere(numbered) ? (byPost.get(number) ?? []).flatMap(({ addresses }) => addresses) : []
    return { ...entry, addresses: [...entry.addresses, ...below] }
  })
}

/** Pages of attachments whose post is not imported. */
export function otherAttachments(entries: readonly NumberedEntry[], attachments: Iterable<AttachmentPage>): SourceFilePage[] {
  const posts = new Set(entries.filter(isThere).map(({ number }) => number))
  return [...attachments].filter(({ parent }) => !posts.has(parent)).map(({ url, addresses }) => ({ url, addresses }))
}
