import { type FormerAddresses, readAddressesFile, readBlogFile } from '#moving/server/formats/blog-file.ts'
import { commentsMeta, fromHtmlText, pageMeta, postMeta, withoutOrigin, WXR } from '#moving/server/formats/wxr-form.ts'
import { DEFAULT_TIME_ZONE } from '#platform/contract/time-zone.ts'
import { AppError } from '#platform/contract/errors.ts'
import { describeError } from '#moving/server/readers/markdown/folder-files.ts'
import { toOwnPage, toOwnPost } from './own-post.ts'
import type { ImportReport } from '#moving/server/record/report.ts'
import type { Source, SourceBlog, SourceEntry, SourcePage, SourcePost } from '#moving/server/record/source.ts'
import { type Element, readWxr } from '#moving/server/readers/wordpress/read-wxr.ts'

/** Whether the beginning of a file is that of a Kindred export in the WordPress format. */
export const isOwnWxr = (head: string): boolean => head.startsWith('<') && head.includes(`="${WXR.namespace}"`)

/** Opens a Kindred export in the WordPress format. It contains no pictures, only their addresses. @throws bad_request */
export async function openOwnWxr(path: string, report: ImportReport): Promise<Source> {
  const { site, entries, settings, former } = await readIndex(path, report)
  return {
    title: `Export of ${site ?? 'a blog without an address'}`,
    site,
    entries,
    blog: () => readBlog(path, { site, settings, former, report }),
    lists: [],
    people: [],
    async *posts() {
      for await (const element of itemsOf(path, 'post')) {
        const id = idOf(element)
        if (id !== null) yield { id, read: () => toPost(element, { id, site }) }
      }
    },
  }
}

async function* itemsOf(path: string, type: 'post' | 'page'): AsyncGenerator<Element> {
  for await (const { name, element } of readWxr(path)) if (name === 'item' && element.texts['wp:post_type'] === type) yield element
}

interface Index {
  readonly site: string | null
  readonly entries: SourceEntry[]
  readonly settings: string | null
  readonly former: FormerAddresses
}

async function readIndex(path: string, report: ImportReport): Promise<Index> {
  const entries: SourceEntry[] = []
  let site: string | null = null
  let settings: string | null = null
  const former: FormerAddresses = { lists: {}, files: {} }
  for await (const { name, element } of readWxr(path)) {
    const { texts } = element
    if (name === 'wp:base_blog_url' && URL.canParse(texts['text'] ?? '')) site = new URL(texts['text'] ?? '').origin
    else if (name === WXR.settings) settings = texts['text'] ?? null
    else if (name === WXR.addresses) addFormer(former, texts['text'] ?? '', report)
    else if (name === 'item' && texts['wp:post_type'] === 'post') addEntry(entries, element, report)
  }
  return { site, entries, settings, former }
}

function addFormer(former: FormerAddresses, text: string, report: ImportReport): void {
  try {
    const { lists, files } = readAddressesFile(text)
    Object.assign(former.lists, lists)
    Object.assign(former.files, files)
  } catch (error) {
    report.fail('setting', 'addresses of a former blog', describeError(error))
  }
}

function addEntry(entries: SourceEntry[], element: Element, report: ImportReport): void {
  try {
    const head = readMeta(element, WXR.headMeta, postMeta)
    const id = idOf(element)
    if (id === null) throw new Error('it has no number')
    entries.push({ id, slug: head.slug ?? null, title: head.title, addresses: head.oldAddresses ?? [] })
  } catch (error) {
    report.fail('post', element.texts['title'] ?? '', describeError(error))
  }
}

const idOf = (element: Element): string | null => {
  const number = element.texts['wp:post_id'] ?? ''
  return /^\d{1,15}$/.test(number) ? `${ownIdOf(element) ?? number}` : null
}

function ownIdOf(element: Element): string | undefined {
  try {
    return readMeta(element, WXR.headMeta, postMeta.pick({ id: true })).id
  } catch {
    return undefined
  }
}

interface Schema<T> {
  readonly parse: (value: unknown) => T
}

/** @throws Error with a message for the operator */
function readMeta<T>({ children }: Element, key: string, schema: Schema<T>): T {
  const meta = children.find(({ name, texts }) => name === 'wp:postmeta' && texts['wp:meta_key'] === key)
  if (!meta) throw new Error(`it has no ${key}`)
  return schema.parse(JSON.parse(meta.texts['wp:meta_value'] ?? ''))
}

function toPost(element: Element, { id, site }: { readonly id: string; readonly site: string | null }): SourcePost {
  const elements = element.children.filter(({ name }) => name === 'wp:comment')
  try {
    const head = readMeta(element, WXR.headMeta, postMeta)
    const heads = elements.length === 0 ? {} : readMeta(element, WXR.commentsMeta, commentsMeta)
    const comments = elements.flatMap(({ texts }) => {
      const known = heads[texts['wp:comment_id'] ?? '']
      const by = texts['wp:comment_author'] ?? ''
      return known ? [{ ...known, ...(by === '' ? {} : { by }), text: fromHtmlText(texts['wp:comment_content'] ?? '') }] : []
    })
    return toOwnPost({ head, comments }, { id, html: textOf(element, site), cover: head.cover ?? null, timeZone: DEFAULT_TIME_ZONE })
  } catch (error) {
    throw new AppError('bad_request', describeError(error))
  }
}

const textOf = ({ texts }: Element, site: string | null): string => withoutOrigin(texts['content:encoded'] ?? '', site ?? '')

interface BlogParts extends Omit<Index, 'entries'> {
  readonly report: ImportReport
}

async function readBlog(path: string, { site, settings, former, report }: BlogParts): Promise<SourceBlog> {
  const pages: (SourcePage & { readonly position: number })[] = []
  for await (const element of itemsOf(path, 'page')) {
    try {
      const head = readMeta(element, WXR.headMeta, pageMeta)
      const page = toOwnPage(head, {
        id: head.id ?? element.texts['wp:post_id'] ?? '',
        html: textOf(element, site),
        timeZone: DEFAULT_TIME_ZONE,
      })
      pages.push({ ...page, position: head.position ?? 0 })
    } catch (error) {
      report.fail('page', element.texts['title'] ?? '', describeError(error))
    }
  }
  return { pages: pages.toSorted((a, b) => a.position - b.position), settings: readSettings(settings, report), former }
}

function readSettings(settings: string | null, report: ImportReport) {
  try {
    return settings === null ? null : readBlogFile(settings)
  } catch (error) {
    report.fail('setting', 'the settings of the blog', describeError(error))
    return null
  }
}
