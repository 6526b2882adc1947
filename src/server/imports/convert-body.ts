import { canonicalBody } from '#server/markdown/markdown-to-html.ts'
import { importBody } from './import-body.ts'
import type { Run } from './import-run.ts'
import type { OpenSource } from './open-source.ts'
import type { SlugPlan } from './plan-slugs.ts'

export interface Naming {
  readonly title: string
  readonly authorId: string
}

/** The text of a post or page as it is stored, with its pictures. @throws AppError; errors of the picture importer */
export async function convertBody(
  { options, source, pictures, report, plan }: Run,
  html: string,
  { title, authorId }: Naming,
): Promise<string> {
  const { publicUrl } = options
  const isForeign = source.format !== 'markdown'
  const body = await importBody(html, {
    publicUrl,
    isForeign,
    importPicture: (address) => pictures.import(address, authorId),
    linkTo: isForeign ? linkRewriter(source, plan) : (address) => address,
    isOwnPicture: (address) => (isForeign ? isOfSite(address, source.site) : /^\/(posts|pages)\//.test(address)),
    missPicture: (address, why) => report.missPicture('picture', { post: title, address, why }),
    note: (kind, detail) => report.add(kind, `${title}: ${detail}`),
  })
  return canonicalBody(body, publicUrl)
}

/** Links to imported posts get their new address; other links into the old site become absolute. */
const linkRewriter =
  ({ site }: OpenSource, { slugs, idAt }: SlugPlan) =>
  (address: string): string => {
    if (/^(#|mailto:|tel:)/i.test(address) || !isOfSite(address, site)) return address
    const id = idAt(URL.canParse(address) ? address : address.replace(/^(?!\/)/, '/'))
    const hash = address.includes('#') ? address.slice(address.indexOf('#')) : ''
    if (id !== undefined) return `/post/${slugs.get(id)}${hash}`
    return site !== null && URL.canParse(address, site) ? new URL(address, site).href : address
  }

/** Whether it is on the old site, with or without www, by http or https. */
function isOfSite(address: string, site: string | null): boolean {
  if (!URL.canParse(address)) return !/^[a-z][a-z0-9+.-]*:|^\/\//i.test(address)
  const host = (text: string) => new URL(text).hostname.replace(/^www\./, '')
  return site !== null && /^https?:/i.test(address) && host(address) === host(site)
}
