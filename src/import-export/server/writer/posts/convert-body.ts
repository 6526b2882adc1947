import { canonicalBody } from '#import-export/server/formats/markdown-to-html.ts'
import { isFileAddress } from '#import-export/server/writer/files/media-names.ts'
import { importBody } from './import-body.ts'
import { isOfSite } from '#import-export/server/readers/site-folder.ts'
import type { Run } from '#import-export/server/writer/import-run.ts'
import { isForeign, type OpenSource } from '#import-export/server/readers/open-source.ts'

/** Title of a text, for the report, and its author, who owns its pictures and files. */
export interface TextContext {
  readonly title: string
  readonly authorId: string
}

/** Converts the text of a post or page to its stored form and imports its pictures and files. @throws AppError; errors of the picture importer */
export async function convertBody(
  { options, source, pictures, files, report, plan }: Run,
  html: string,
  { title, authorId }: TextContext,
): Promise<string> {
  const { publicUrl } = options
  const body = await importBody(html, {
    isForeign: isForeign(source),
    importPicture: (address) => pictures.import(address, authorId),
    ...addressRulesOf({ options, source, plan }),
    importFile: (address) => files.import(address, authorId),
    missFile: once((address, why) => report.missFile({ post: title, address, why })),
    missPicture: (address, why) => report.missPicture('picture', { post: title, address, why }),
    note: (kind, detail) => report.add(kind, `${title}: ${detail}`),
  })
  return canonicalBody(body, publicUrl)
}

/** Folders of texts in a folder of Markdown, with the files beside them. */
const BESIDE_TEXT = /^\/(?:posts|pages|_posts|content)\//
/** Any picture of such a folder; those of the storage are of a blog. */
const IN_FOLDER = /^\/(?!\/|files\/)/

/** Rules for the addresses in a text: how links are rewritten, and which are pictures and files of the old blog. */
function addressRulesOf({ options, source, plan }: Pick<Run, 'options' | 'source' | 'plan'>) {
  return {
    publicUrl: options.publicUrl,
    linkTo: isForeign(source) ? linkRewriter(source, plan) : (address: string) => address,
    isOwnFile: (address: string) =>
      isForeign(source) ? isOfSite(address, source.site) && (isFileAddress(address) || isUpload(address)) : BESIDE_TEXT.test(address),
    isOwnPicture: (address: string) => (isForeign(source) ? isOfSite(address, source.site) : IN_FOLDER.test(address)),
  }
}

/** Reports each address once: a player whose file is missing becomes a link, and is reported again as a link. */
function once(miss: (address: string, why: string) => void): typeof miss {
  const missed = new Set<string>()
  return (address, why) => {
    if (!missed.has(address)) miss(address, why)
    missed.add(address)
  }
}

/** Whether a path is in an upload folder of the old blog, whatever the file type. */
const isUpload = (address: string) => /\/(?:wp-content\/uploads|content\/(?:files|media))\/[^?#]*\.[a-z0-9]{1,5}(?:[?#]|$)/i.test(address)

/** Rewrites links to imported posts and pages to their new addresses; other links into the old site become absolute. */
const linkRewriter =
  ({ site }: OpenSource, { pathAt }: Run['plan']) =>
  (address: string): string => {
    if (/^(#|mailto:|tel:)/i.test(address) || !isOfSite(address, site)) return address
    const path = URL.canParse(address) ? address : address.replace(/^(?!\/)/, '/')
    const ours = pathAt(path)
    const hash = address.includes('#') ? address.slice(address.indexOf('#')) : ''
    if (ours !== undefined) return `${ours}${hash}`
    return site !== null && URL.canParse(address, site) ? new URL(address, site).href : address
  }
