import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { deleteComment, restoreComment } from '#comments/contract/comments.endpoints.ts'
import { deletePost, updatePost } from '#writing/contract/edit-posts.endpoints.ts'
import type { SharedKey } from '#moving/server/record/source.ts'
import { takeBack } from '#moving/server/runs/taking-back.ts'
import { DAY_MS } from '#platform/contract/limits.ts'
import { onEachEngine, useTestApp } from '#tests/support/engines.ts'
import { importOptions, importPartsOf } from '#tests/support/import-parts.ts'
import { smallGhostExport, smallGhostPost, SMALL_SITE, smallWordpressExport, type WordpressItem } from '#tests/support/small-exports.ts'
import { makeFolder, writeFiles } from '#tests/support/temporary-folder.ts'
import type { TestUser } from '#tests/support/test-app.ts'
import { importBlog } from './import-blog.ts'
import type { ImportOptions } from './import-run.ts'

const DAY = Date.UTC(2020, 4, 1, 9)
const fileOf = (name: string, text: string) => join(makeFolder({ [name]: text }), name)
const wordpress = (items: readonly WordpressItem[]) => fileOf('export.xml', smallWordpressExport(items).replaceAll(SMALL_SITE, ''))

interface GhostFile {
  readonly posts: readonly string[]
  readonly comments?: readonly string[]
  readonly mark?: string
}
const ghost = ({ posts, comments = [], mark }: GhostFile) =>
  fileOf(
    'export.json',
    smallGhostExport({
      posts: posts.map((title, index) =>
        smallGhostPost(`5f0000000000000000000a${title}`, `Post ${title}`, { created_at: new Date(DAY + index * DAY_MS).toISOString() }),
      ),
      comments: comments.map((text, index) => ({
        id: `5f0000000000000000000c0${index}`,
        post_id: `5f0000000000000000000a${posts[0]}`,
        status: 'published',
        html: `<p>${text}</p>`,
        created_at: '2024-05-02T00:00:00.000Z',
      })),
      settings: mark === undefined ? [] : [{ key: 'db_hash', value: mark }],
    }),
  )

/** As other tools write it: with numbers, which other blogs have, too. */
const numbered = (numbers: readonly number[], name = 'Post') => {
  const dateOf = (number: number) => new Date(DAY + number * DAY_MS + name.length * 1000).toISOString()
  const posts = numbers.map((number) =>
    smallGhostPost(`${number}`, `${name} ${number}`, { created_at: dateOf(number), published_at: dateOf(number) }),
  )
  return fileOf('export.json', smallGhostExport({ posts }))
}

onEachEngine('A blog that an earlier version began to import', (engine) => {
  const blog = useTestApp(engine)
  let admin: TestUser
  const run = async (path: string, more: Partial<ImportOptions> = {}) =>
    importBlog(importPartsOf(blog()), importOptions(path, { downloadPicture: null, ...more }))
  /** As if an earlier version had imported everything. */
  const makeFormer = (key: SharedKey) => blog().db.updateTable('imported_items').set({ source: key }).execute()
  const comments = async () => {
    const rows = await blog().db.selectFrom('comments').select('content').where('state', '<>', 'deleted').orderBy('content').execute()
    return rows.map(({ content }) => content)
  }
  const deleteCommentOf = async (content: string) => {
    const { id } = await blog().db.selectFrom('comments').select('id').where('content', '=', content).executeTakeFirstOrThrow()
    await admin.call(deleteComment, { params: { commentId: id } })
    return { commentId: id }
  }
  const titled = async (title: string) => {
    const { id } = await blog().db.selectFrom('posts').select('id').where('title', '=', title).executeTakeFirstOrThrow()
    return { postId: id, userId: admin.id }
  }
  const counted = async () => {
    const rows = await blog().db.selectFrom('posts').select(['kind', 'state']).execute()
    const count = (what: string) => rows.filter(({ kind, state }) => what === `${state} ${kind}`).length
    return ['published post', 'planned post', 'draft post', 'published page'].map(count)
  }

  const TABLES = ['posts', 'comments', 'imported_items'] as const
  beforeEach(async () => {
    admin = await blog().makeAdmin()
    for (const table of TABLES) await blog().db.deleteFrom(table).execute()
  })

  it.each<readonly [string, SharedKey, (comments: readonly string[]) => string]>([
    ['Ghost', 'ghost', (texts) => ghost({ posts: ['01'], comments: texts, mark: 'one' })],
    ['WordPress', 'wordpress ', (texts) => wordpress([{ id: 1, title: 'A', comments: texts }])],
  ])('does not get a deleted comment back: %s', async (_, key, makeFile) => {
    await run(makeFile(['Rude', 'Kind']))
    await makeFormer(key)
    const params = await deleteCommentOf('Rude')
    for (let again = 0; again < 2; again += 1) await run(makeFile(['Rude', 'Kind', 'New']))
    expect(await comments()).toEqual(['Kind', 'New'])
    await admin.call(restoreComment, { params })
    await run(makeFile(['Rude', 'Kind', 'New']))
    expect(await comments()).toEqual(['Kind', 'New', 'Rude'])
  })

  const DRAFTS = { include: new Set(['drafts', 'pages'] as const) }
  const texts = (now: number): WordpressItem[] => [
    { id: 1, title: 'Unchanged', at: DAY },
    { id: 2, title: 'In the trash', at: DAY + 1000 },
    { id: 3, title: 'Long deleted', at: DAY + 2000 },
    { id: 4, title: 'Dated back', at: DAY + 3000 },
    { id: 5, title: 'Planned', at: now + DAY_MS, status: 'future' },
    { id: 6, title: 'Planned later', at: now + 2 * DAY_MS, status: 'future' },
    { id: 7, title: 'Planned and deleted', at: now + 3 * DAY_MS, status: 'future' },
    { id: 8, title: 'Draft', at: DAY, status: 'draft' },
    { id: 9, title: 'Discarded', at: DAY, status: 'draft' },
    { id: 10, title: 'Page', type: 'page' },
    { id: 11, title: 'Deleted page', type: 'page' },
  ]

  it('gets nothing again that was deleted, planned or dated differently here, nor drafts and pages: WordPress', async () => {
    const { db, clock } = blog()
    const file = wordpress(texts(clock.now))
    await run(file, DRAFTS)
    await makeFormer('wordpress ')
    expect(await counted()).toEqual([4, 3, 2, 2])
    for (const title of ['In the trash', 'Long deleted', 'Planned and deleted'])
      await admin.call(deletePost, { params: await titled(title) })
    await db.deleteFrom('posts').where('title', '=', 'Long deleted').execute()
    const publishAt = new Date(clock.now + 9 * DAY_MS).toISOString()
    await admin.call(updatePost, { params: await titled('Planned later'), body: { publishAt } })
    const back = new Date(DAY - DAY_MS).toISOString()
    await admin.call(updatePost, { params: await titled('Dated back'), body: { publishAt: back, title: 'Another title' } })
    await db.deleteFrom('posts').where('title', 'in', ['Discarded', 'Deleted page']).execute()
    const before = await counted()
    expect(before).toEqual([2, 2, 1, 1])
    await run(file)
    for (let again = 0; again < 2; again += 1) {
      const { report } = await run(file, DRAFTS)
      expect(report.counts).toMatchObject({ posts: 0, drafts: 0, pages: 0 })
      expect(
        report
          .toData(false)
          .notes.find(({ kind }) => kind === 'deletedHere')
          ?.lines.toSorted(),
      ).toEqual(['In the trash', 'Long deleted', 'Planned and deleted', 'the page Deleted page'].toSorted())
      expect(await counted()).toEqual(before)
    }
  })

  it('gets nothing again that was deleted or dated differently here: Markdown', async () => {
    const post = (title: string, day: number) => `---\ntitle: ${title}\ndate: 2020-01-0${day}T03:00:00Z\n---\nwords\n`
    const folder = makeFolder({})
    writeFiles(folder, Object.fromEntries(['A', 'B', 'C', 'D'].map((title, index) => [`posts/${title}/index.md`, post(title, index + 1)])))
    await run(folder)
    await makeFormer('markdown')
    for (const title of ['B', 'C']) await admin.call(deletePost, { params: await titled(title) })
    await blog().db.deleteFrom('posts').where('title', '=', 'C').execute()
    await admin.call(updatePost, { params: await titled('D'), body: { publishAt: '2019-01-01T00:00:00.000Z' } })
    expect((await run(folder)).report.counts).toMatchObject({ posts: 0, alreadyThere: 2 })
  })

  it('leaves what is of another blog, even under the same title', async () => {
    await run(
      wordpress([
        { id: 1, title: 'Hello world', at: DAY },
        { id: 2, title: 'Gone', at: DAY },
      ]),
    )
    await makeFormer('wordpress ')
    await blog().db.deleteFrom('posts').where('title', '=', 'Gone').execute()
    const other = wordpress([
      { id: 1, title: 'Hello world', at: DAY + 5000 },
      { id: 2, title: 'Of the other', at: DAY + 6000 },
    ])
    expect((await run(other)).report.counts).toMatchObject({ posts: 2, alreadyThere: 0 })
  })

  it.each<readonly [string, (numbers: readonly number[]) => string]>([
    ['Ghost without a mark', (numbers) => ghost({ posts: numbers.map((number) => `0${number}`) })],
    ['Ghost with numbers', numbered],
    ['WordPress', (numbers) => wordpress(numbers.map((id) => ({ id, title: `Post ${id}`, at: DAY + id * DAY_MS })))],
  ])('is the same after its oldest post was deleted there, and is taken back whole: %s', async (_, makeFile) => {
    const first = await run(makeFile([1, 2, 3]))
    const again = await run(makeFile([2, 3, 4]))
    expect(again.report.counts).toMatchObject({ posts: 1, alreadyThere: 2 })
    expect(again.source).toBe(first.source)
    const parts = { db: blog().db, write: blog().blog.feed.write, by: admin.id, now: blog().clock.now }
    expect(await takeBack(parts, again.source)).toBe(4)
  })

  it('leaves the posts of another blog with the same numbers: Ghost', async () => {
    const other = numbered([1, 2], 'Other')
    const one = await run(numbered([1, 2]))
    await makeFormer('ghost')
    const { report, source } = await run(other)
    expect(report.counts).toMatchObject({ posts: 2, alreadyThere: 0 })
    const again = await run(numbered([1, 2]))
    expect(again.report.counts).toMatchObject({ posts: 0, alreadyThere: 2 })
    expect(again.source).toBe(one.source)
    expect(again.source).not.toBe(source)
  })
})
