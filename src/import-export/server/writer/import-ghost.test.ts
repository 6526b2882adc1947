import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import type { Comment } from '#comments/contract/comments.endpoints.ts'
import { onEachEngine, useTestApp } from '#tests/support/engines.ts'
import { dateOfGhostPost, type GhostExport, makeGhostExport } from '#tests/support/import-export/ghost-export.ts'
import { importOptions, importPartsOf } from '#tests/support/import-export/import-parts.ts'
import { PICTURES } from '#tests/support/import-export/old-site.ts'
import { smallGhostExport, smallGhostPost } from '#tests/support/import-export/small-exports.ts'
import { noise } from '#tests/support/media/pictures.ts'
import { importBlog } from './import-blog.ts'
import type { ImportOptions } from './import-run.ts'

onEachEngine('A Ghost export', (engine) => {
  const blog = useTestApp(engine)
  let path: string
  let pictures: string
  let made: GhostExport
  let report: Awaited<ReturnType<typeof run>>['report']
  const run = (more?: Partial<ImportOptions>) => importBlog(importPartsOf(blog()), importOptions(path, { pictures, ...more }))
  const postAt = (index: number) =>
    blog().db.selectFrom('posts').selectAll().where('created_at', '=', dateOfGhostPost(index)).executeTakeFirstOrThrow()

  beforeAll(async () => {
    made = makeGhostExport()
    path = join(blog().folder, 'nights.ghost.2026-01-02.json')
    await writeFile(path, made.json)
    pictures = join(blog().folder, 'images')
    await mkdir(join(pictures, '2019/05'), { recursive: true })
    for (let index = 0; index < PICTURES; index += 1) {
      await writeFile(
        join(pictures, `2019/05/photo-${index}.jpg`),
        await noise(80 + index, 60)
          .jpeg()
          .toBuffer(),
      )
    }
    await blog().makeAdmin()
    report = (await run()).report
  })

  it('is imported once, with posts, pictures and comments', () => {
    expect(report.counts).toMatchObject({ posts: made.published + 3, pages: 1, drafts: 1, comments: made.comments, pictures: PICTURES })
    expect(report.lines('audience')).toEqual([
      'For members: for members only there, for the family here',
      'Only mailed: sent there, for the family here',
    ])
    expect(report.lines('failed')).toEqual([])
    expect(report.lines('empty')).toEqual(['Never rendered'])
    expect(report.lines('author')).toEqual([expect.stringMatching(/^posts of Jo now belong to @admin1/)])
    const text = report.toText()
    expect(text).not.toMatch(/jo@example|ruth@secret/)
  })

  it('has comments with the names of their authors', async () => {
    const { id } = await postAt(30)
    const { body } = await blog().visitor().get(`/api/comment/getPostComments/${id}`)
    const [reply, repliedTo] = body as unknown as Comment[]
    expect(reply).toMatchObject({ content: 'A reply', parentId: repliedTo?._id })
    expect([repliedTo]).toMatchObject([
      { guestName: 'Grandma Ruth', content: 'Thank you & love\n\nRuth', createdAt: new Date(dateOfGhostPost(30)).toISOString() },
    ])
  })

  it('with times that are fractions, or no times at all, is imported as a whole', async () => {
    const at = Date.UTC(2020, 0, 2)
    const times = [at + 0.5, 1e20, -1e300, 'soon']
    const posts = times.map((time, index) =>
      smallGhostPost(`f${index}`, `At ${'abcd'[index]}`, { published_at: time, updated_at: at + 0.25 }),
    )
    const comments = [{ id: 'k1', post_id: 'f0', status: 'published', html: '<p>At last</p>', created_at: at + 0.75 }]
    const file = join(blog().folder, 'times.json')
    await writeFile(file, smallGhostExport({ posts, comments }))
    const { report } = await importBlog(importPartsOf(blog()), importOptions(file, { pictures }))
    expect(report.lines('failed')).toEqual([])
    expect(report.counts).toMatchObject({ posts: times.length, comments: 1 })
    const rows = await blog().db.selectFrom('posts').select('created_at').where('slug', 'in', ['at-a', 'at-b']).orderBy('slug').execute()
    // Where the publication has no time, that of the creation counts.
    expect(rows.map((row) => row.created_at)).toEqual([at, Date.parse('2024-05-01T09:00:00Z')])
  })
})
