import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { ImportReport } from '#moving/server/record/report.ts'
import { toOwnPage } from '#moving/server/readers/own/own-post.ts'
import type { SourceBlog, SourceOptions, SourcePage } from '#moving/server/record/source.ts'
import { type BlogFile, type FormerAddresses, readAddressesFile, readBlogFile } from '#moving/server/formats/blog-file.ts'
import { markdownToHtml } from '#moving/server/formats/markdown-to-html.ts'
import { readPageFile } from '#moving/server/formats/page-file.ts'
import { readWithin, withPaths, describeError } from './folder-files.ts'

export type FolderOptions = Pick<SourceOptions, 'report' | 'timeZone'>

/** Reads pages and settings; older versions of Kindred exported none. */
export async function readBlog(root: string, options: FolderOptions): Promise<SourceBlog> {
  const entries = await readdir(join(root, 'pages'), { withFileTypes: true }).catch(() => [])
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
  const pages: (SourcePage & { readonly position: number })[] = []
  for (const name of names.toSorted()) {
    const page = await readPage(root, name, options)
    if (page) pages.push(page)
  }
  const former = await readFormer(root, options.report)
  const settings = await readSettings(root, options.report)
  return { pages: pages.toSorted((a, b) => a.position - b.position), settings, ...(former ? { former } : {}) }
}

async function readFormer(root: string, report: ImportReport): Promise<FormerAddresses | null> {
  try {
    const file = await readWithin(root, 'addresses.yml')
    return file === null ? null : readAddressesFile(file)
  } catch (error) {
    report.fail('setting', 'addresses.yml', describeError(error))
    return null
  }
}

async function readPage(root: string, name: string, { report, timeZone }: FolderOptions) {
  const folder = join('pages', name)
  try {
    const file = await readWithin(root, join(folder, 'index.md'))
    if (file === null) throw new Error('it has no index.md')
    const { head, text } = readPageFile(file)
    const html = withPaths(head.format === 'html' ? text : markdownToHtml(text), folder)
    return { ...toOwnPage(head, { id: head.id ?? name, html, timeZone }), position: head.position ?? 0 }
  } catch (error) {
    report.fail('page', folder, describeError(error))
    return null
  }
}

async function readSettings(root: string, report: ImportReport): Promise<BlogFile | null> {
  try {
    const file = await readWithin(root, 'blog.yml')
    return file === null ? null : readBlogFile(file)
  } catch (error) {
    report.fail('setting', 'blog.yml', describeError(error))
    return null
  }
}
