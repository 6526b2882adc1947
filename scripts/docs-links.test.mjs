import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const read = (page) => readFileSync(join(root, page), 'utf8')
const pages = [...readdirSync(root), ...readdirSync(join(root, 'docs'), { recursive: true }).map((file) => join('docs', file))].filter(
  (file) => file.endsWith('.md'),
)

/** Link anchors of a page's headings. */
const anchorsOf = (text) =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} -]/gu, '')
      .replaceAll(' ', '-'),
  )

it.each(pages)('Links of %s lead to files and headings that exist', (page) => {
  const broken = [...read(page).matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)/g)].filter(([, path, anchor]) => {
    const target = path === '' ? page : join(dirname(page), path)
    return !existsSync(join(root, target)) || (anchor !== undefined && !anchorsOf(read(target)).includes(anchor))
  })
  expect(broken.map(([link]) => link)).toEqual([])
})

it.each(pages)('Files and folders that %s names exist', (page) => {
  const named = Array.from(
    read(page).matchAll(/(?<![\w/.-])(?:src|migrations|tests|scripts|bench|samples|deploy)\/[\w./@-]*[\w/]/g),
    ([path]) => path,
  )
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([])
})

it('The index of decisions lists every record', () => {
  const index = read('docs/decisions/README.md')
  const records = readdirSync(join(root, 'docs/decisions')).filter((file) => /^\d/.test(file))
  expect(records.filter((file) => !index.includes(`](${file})`))).toEqual([])
})
