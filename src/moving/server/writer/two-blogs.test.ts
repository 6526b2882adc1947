import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { createImport, getTakingBack, takeBackImport } from '#moving/contract/imports.endpoints.ts'
import { listPosts } from '#posts/contract/posts.endpoints.ts'
import type { SharedKey } from '#moving/server/record/source.ts'
import { readTakingBack, takeBack } from '#moving/server/runs/taking-back.ts'
import { onEachEngine, useTestApp } from '#tests/support/engines.ts'
import { importOptions, importPartsOf } from '#tests/support/import-parts.ts'
import { smallGhostExport, smallGhostPost } from '#tests/support/small-exports.ts'
import { SMALL_SITE, smallWxr } from '#tests/support/small-wxr.ts'
import { uploadExport } from '#tests/support/tus.ts'
import { makeFolder, writeFiles } from '#tests/support/temporary-folder.ts'
import type { TestUser } from '#tests/support/test-app.ts'
import { importBlog } from './import-blog.ts'

/** The files of a blog, with posts of these titles; the same name gives the same blog. */
type MakeFile = (name: string, titles: readonly string[], site?: string) => string

const date = (index: number) => `2020-01-0${index + 1}`
const ghost =
  (settings: (name: string) => object[]): MakeFile =>
  (name, titles) => {
    const posts = titles.map((title, index) => smallGhostPost(`${name}${index}`, title, { created_at: `${date(index)}T00:00:00.000Z` }))
    const members = [{ id: 'm', name: 'Ruth', email: 'ruth@old.example' }]
    const comments = titles.map((title, index) => ({
      id: `${name}c${index}`,
      post_id: `${name}${index}`,
      member_id: 'm',
      status: 'published',
      html: `<p>To ${title}</p>`,
      created_at: '2024-05-02T00:00:00.000Z',
    }))
    return join(makeFolder({ 'export.json': smallGhostExport({ posts, comments, members, settings: settings(name) }) }), 'export.json')
  }

const wordpress: MakeFile = (name, titles) => {
  const posts = titles.map((title, index) => ({
    id: index + 1,
    title,
    body: 'words',
    slug: `${name}-${index}`,
    date: `${date(index)} 0${name.length}:00:00`,
    more: `<guid>https://${name}.example/?p=${index + 1}</guid>`,
  }))
  return join(makeFolder({ 'export.xml': smallWxr(posts).replace(`<link>${SMALL_SITE}</link>`, '') }), 'export.xml')
}

const folders = new Map<string, string>()
/** By hand: posts without an id. */
const markdown: MakeFile = (name, titles) => {
  const folder = folders.get(name) ?? makeFolder({})
  folders.set(name, folder)
  const files = titles.map((title, index) => [
    `posts/post-${index}/index.md`,
    `---\ntitle: ${title}\ndate: ${date(index)}T0${name.length}:00:00Z\n---\nwords\n`,
  ])
  writeFiles(folder, Object.fromEntries(files))
  return folder
}

const FORMATS: readonly (readonly [string, SharedKey, MakeFile])[] = [
  ['Ghost', 'ghost', ghost((name) => [{ key: 'db_hash', value: `hash-of-${name}` }])],
  ['Ghost, written by another tool', 'ghost', ghost(() => [])],
  ['WordPress, without the address of the blog', 'wordpress ', wordpress],
  ['Markdown, written by hand', 'markdown', markdown],
]

onEachEngine('Two blogs', (engine) => {
  const blog = useTestApp(engine)
  let admin: TestUser
  const run = (path: string, more = {}) => importBlog(importPartsOf(blog()), importOptions(path, { downloadPicture: null, ...more }))
  const titles = async () => (await admin.call(listPosts)).posts.map(({ title }) => title).toSorted()
  const parts = () => ({ db: blog().db, write: blog().blog.feed.write, by: admin.id, now: blog().clock.now })
  /** As if an earlier version had imported everything. */
  const makeFormer = (key: SharedKey) => blog().db.updateTable('imported_items').set({ source: key }).execute()

  beforeEach(async () => {
    admin = await blog().makeAdmin()
    for (const table of ['posts', 'imported_items', 'imports'] as const) await blog().db.deleteFrom(table).execute()
    folders.clear()
  })

  it.each(FORMATS)('of one format are two: %s', async (_, __, makeFile) => {
    const one = await run(makeFile('one', ['A', 'B']))
    const other = await run(makeFile('other', ['C', 'D']))
    expect([one.report.counts, other.report.counts]).toMatchObject([{ posts: 2 }, { posts: 2, alreadyThere: 0 }])
    expect(await takeBack(parts(), one.source)).toBe(2)
    expect(await titles()).toEqual(['C', 'D'])
    expect(await takeBack(parts(), other.source)).toBe(2)
    expect(await titles()).toEqual([])
  })

  it.each(FORMATS)('stay what they are when one is exported again: %s', async (_, __, makeFile) => {
    const first = await run(makeFile('one', ['A', 'B']))
    await run(makeFile('other', ['C']))
    const again = await run(makeFile('one', ['A', 'B', 'E']))
    expect(again.source).toBe(first.source)
    expect(again.report.counts).toMatchObject({ posts: 1, alreadyThere: 2 })
    expect(await titles()).toEqual(['A', 'B', 'C', 'E'])
  })

  it.each(FORMATS)('stay two if an earlier version imported one of them: %s', async (_, key, makeFile) => {
    await run(makeFile('one', ['A', 'B']))
    await makeFormer(key)
    expect((await run(makeFile('other', ['C']))).report.counts).toMatchObject({ posts: 1, alreadyThere: 0 })
    const dry = await run(makeFile('one', ['A', 'B', 'E']), { isDryRun: true })
    expect(dry.report.counts).toMatchObject({ posts: 1, alreadyThere: 2 })
    const { report, source } = await run(makeFile('one', ['A', 'B', 'E']))
    expect(report.counts).toMatchObject({ posts: 1, alreadyThere: 2 })
    expect(await readTakingBack(blog().db, source)).toMatchObject({ going: 3 })
    expect(await takeBack(parts(), source)).toBe(3)
    expect(await titles()).toEqual(['C'])
    expect((await run(makeFile('other', ['C']))).report.counts).toMatchObject({ posts: 0, alreadyThere: 1 })
    const comments = key === 'ghost' ? 3 : 0
    expect((await run(makeFile('one', ['A', 'B', 'E']))).report.counts).toMatchObject({ posts: 3, comments, alreadyThere: 0 })
  })

  it('are not mixed when an import of an earlier version is taken back before it ran again', async () => {
    const makeFile = FORMATS[0]?.[2] as MakeFile
    const { source, report } = await run(makeFile('one', ['A']))
    await run(makeFile('other', ['C']))
    await makeFormer('ghost')
    const text = await readFile(makeFile('one', ['A']), 'utf8')
    const { _id } = await admin.call(createImport, { body: { upload: await uploadExport(admin, text) } })
    const reportOf = (key: string) => JSON.stringify({ ...report.toData(false), source: key })
    await blog()
      .db.updateTable('imports')
      .set({ state: 'done', started_at: 1, result_report: reportOf('ghost') })
      .execute()
    const params = { import: _id }
    expect(await admin.call(getTakingBack, { params })).toMatchObject({ going: 0, isUnknown: true })
    await expect(admin.call(takeBackImport, { params })).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('again'),
    })
    await run(makeFile('one', ['A']), { isDryRun: true })
    await blog()
      .db.updateTable('imports')
      .set({ check_report: reportOf(source) })
      .execute()
    expect(await admin.call(getTakingBack, { params })).toMatchObject({ going: 1, titles: ['A'], isUnknown: false })
    expect(await admin.call(takeBackImport, { params })).toMatchObject({ taken: 1, going: 0 })
    expect(await titles()).toEqual(['C'])
  })
})
