import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isFixedPage } from '#site/contract/blog-pages.ts'
import {
  type BlogPageRow,
  getBlogWords,
  getFooterLinks,
  getLook,
  getSettings,
  listWrittenPages,
  readStoredSettings,
  type SiteConfig,
  toBlogCategories,
} from '#site/server/index.ts'
import { listPageAddresses } from '#posts/server/index.ts'
import { htmlToMarkdown } from '#moving/server/formats/html-to-markdown.ts'
import { writeBlogFile } from '#moving/server/formats/blog-file.ts'
import { canonicalBody } from '#moving/server/formats/markdown-to-html.ts'
import { type PageHead, writePageFile } from '#moving/server/formats/page-file.ts'
import type { Database } from '#platform/database/database.ts'
import type { FileStore } from '#platform/storage/file-store.ts'
import { addPlaces, countWritten, exportPictures, type Places, problemsOf, withFileNames } from './export-pictures.ts'

interface Parts {
  readonly db: Database
  readonly files: FileStore
  readonly publicUrl: string
  readonly siteConfig: SiteConfig
}

export interface ExportedPages {
  readonly names: readonly string[]
  readonly pictures: number
  readonly problems: readonly string[]
}

/** Exports the pages that have been written, each into a folder like a post. */
export async function exportPages(parts: Parts & { readonly places: Places }, folder: string): Promise<ExportedPages> {
  const pages = await listWrittenPages(parts.db)
  let pictures = 0
  const problems: string[] = []
  for (const page of pages) {
    const place = { files: parts.files, folder: join(folder, 'pages', page.slug) }
    await mkdir(place.folder, { recursive: true })
    const names = await exportPictures(place, [page.content])
    const body = htmlToMarkdown(page.content, parts.publicUrl)
    const text = withFileNames(body ?? canonicalBody(page.content, parts.publicUrl), names)
    await writeFile(
      join(place.folder, 'index.md'),
      writePageFile({ ...(await headOfPage(parts.db, page)), ...(body === null ? { format: 'html' as const } : {}) }, text),
    )
    addPlaces(parts.places, `pages/${page.slug}`, names)
    pictures += countWritten(names)
    problems.push(...problemsOf(page.title, names))
  }
  return { names: pages.map(({ slug }) => slug), pictures, problems }
}

/** Returns the fields of an exported page, without its text. */
export async function headOfPage(
  db: Database,
  { id, title, slug, place, position, audience, updated_at: updatedAt }: BlogPageRow,
): Promise<PageHead> {
  const oldAddresses = await listPageAddresses(db, id)
  return {
    title,
    ...(isFixedPage(id) ? { page: id } : { slug, menu: place, position, audience }),
    ...(oldAddresses.length > 0 ? { oldAddresses } : {}),
    updated: new Date(updatedAt).toISOString(),
    id,
  }
}

/** Returns names, texts, look and settings of the blog. Contains nothing of the installation, and no secret. */
export async function describeBlog({ db, siteConfig }: Pick<Parts, 'db' | 'siteConfig'>) {
  const [blog, links, look, settings, stored] = await Promise.all([
    getBlogWords(db, siteConfig),
    getFooterLinks(db, siteConfig),
    getLook(db),
    getSettings(db),
    readStoredSettings(db),
  ])
  return { blog, links, look, settings, categories: await toBlogCategories(db, stored, 'admins') }
}

/** @returns how many pictures were written */
export async function exportSettings({ db, files, siteConfig }: Parts, folder: string): Promise<Omit<ExportedPages, 'names'>> {
  const { look, ...described } = await describeBlog({ db, siteConfig })
  const place = { files, folder: join(folder, 'look') }
  await mkdir(place.folder)
  const names = await exportPictures(place, [look.homePicture, look.logo])
  const nameOf = (address: string) => {
    const name = names.get(address)
    return name === undefined || name === address ? address : `look/${name}`
  }
  const shown = { ...look, homePicture: nameOf(look.homePicture), logo: nameOf(look.logo) }
  await writeFile(join(folder, 'blog.yml'), writeBlogFile({ ...described, look: shown }))
  return { pictures: countWritten(names), problems: problemsOf('Look of the blog', names) }
}
