import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import type { ImportReportData } from '#moving/contract/import-report.ts'
import { onEachEngine, useTestApp } from '#tests/support/engines.ts'
import { importOptions, importPartsOf } from '#tests/support/import-parts.ts'
import { noise } from '#tests/support/pictures.ts'
import { smallWxr, type SmallPost, uploadedAt } from '#tests/support/small-wxr.ts'
import { importBlog } from './import-blog.ts'
import type { ImportOptions } from './import-run.ts'

const image = (name: string) => `<img src="${uploadedAt(name)}" alt="x">`
const category =
  '<category domain="category" nicename="ward"><![CDATA[The ward]]></category><category domain="post_tag" nicename="t"><![CDATA[Tag]]></category>'
const comments = [
  { id: 1, text: 'Kind' },
  { id: 2, text: ' ' },
  { id: 3, text: 'long '.repeat(50_000) },
]
const POSTS: readonly SmallPost[] = [
  { id: 1, body: `<p>One ${image('a.jpg')} ${image('a.jpg')} ${image('b.jpg')}</p>`, cover: 900, more: category, comments },
  {
    id: 2,
    body: '<p>Two <a href="https://old.example/wp-content/uploads/2020/01/x.pdf">x</a></p>',
    slug: 'post-1',
    title: 'Long '.repeat(60),
  },
  { id: 3, body: 'x'.repeat(1_100_000) },
  { id: 4, body: `<p>Four <iframe src="https://player.example/1"></iframe> ${image('c.jpg')}</p>`, cover: 901, more: category },
]
const ATTACHMENTS = [
  { id: 900, name: 'a.jpg' },
  { id: 901, name: 'cover.jpg' },
]

/** The report without `toFetch`, which only a dry run has. */
const comparable = ({ notes, missing, ...rest }: ImportReportData) => ({
  ...rest,
  isDryRun: null,
  notes: notes
    .filter(({ kind }) => kind !== 'toFetch')
    .map((note) => ({ ...note, lines: note.lines.toSorted((a, b) => (a < b ? -1 : 1)) })),
  missing: missing.map((item) => JSON.stringify(item)).toSorted((a, b) => (a < b ? -1 : 1)),
})

onEachEngine('A dry run', (engine) => {
  const blog = useTestApp(engine)
  let bytes: Buffer
  const run = async (posts: readonly SmallPost[], more: Partial<ImportOptions>) => {
    const path = join(blog().folder, 'export.xml')
    await writeFile(path, smallWxr(posts, ATTACHMENTS))
    const { report } = await importBlog(importPartsOf(blog()), importOptions(path, { downloadFile: null, ...more }))
    return report.toData(more.isDryRun === true)
  }
  const compare = async (posts: readonly SmallPost[], more: Partial<ImportOptions>) => {
    const dry = await run(posts, { ...more, isDryRun: true })
    const real = await run(posts, more)
    expect(comparable(real)).toEqual(comparable(dry))
    return { dry, real }
  }
  beforeAll(async () => {
    await blog().makeAdmin()
    bytes = await noise(40, 30).jpeg().toBuffer()
  })

  it('reports the same as the run if nothing is fetched', async () => {
    const { real } = await compare(POSTS.slice(0, 3), { downloadPicture: null })
    expect(real.counts).toMatchObject({ posts: 2, pictures: 0, comments: 1 })
    expect(real.missing.map(({ what }) => what).toSorted()).toEqual(['comment', 'cover', 'file', 'picture', 'picture', 'picture', 'post'])
  })

  it('reports what a second run would add, and which sites it would request', async () => {
    const { dry, real } = await compare(POSTS, { downloadPicture: async () => ({ bytes }) })
    expect(real.counts).toMatchObject({ posts: 1, alreadyThere: 2, mended: 1, pictures: 4 })
    expect(dry.notes.find(({ kind }) => kind === 'toFetch')).toEqual({ kind: 'toFetch', count: 4, lines: ['old.example (4 times)'] })
    expect(real.missing.map(({ what }) => what).toSorted()).toEqual(['comment', 'file', 'post'])
  })

  it('reports no changes if everything is imported', async () => {
    const { real } = await compare(POSTS, { downloadPicture: null })
    expect(real.counts).toMatchObject({ posts: 0, alreadyThere: 3, mended: 0, pictures: 0, comments: 0, redirects: 0 })
  })
})
