import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Comment } from '#comments/contract/comments.endpoints.ts'
import { onEachEngineInOrder, useTestApp } from '#tests/support/engines.ts'
import { importOptions, importPartsOf } from '#tests/support/import-export/import-parts.ts'
import { type OldSite, PICTURES, startOldSite } from '#tests/support/import-export/old-site.ts'
import {
  dateOfPost,
  LONG_COMMENT,
  makeWordpressExport,
  pathOfPost,
  slugOfPost,
  type WordpressExport,
} from '#tests/support/import-export/wordpress-export.ts'
import { createPages } from '#app/web/entry-server.tsx'
import { checkBlog, importBlog } from './import-blog.ts'
import type { ImportOptions } from './import-run.ts'

const STOPPED_AFTER = 15
/** Posts for fewer people, and drafts and pages. */
const RESTRICTED = 2
const OTHERS = 3

onEachEngineInOrder('A WordPress export', (engine) => {
  const blog = useTestApp(engine)
  let site: OldSite
  let path: string
  let made: WordpressExport
  const run = (more?: Partial<ImportOptions>) => importBlog(importPartsOf(blog()), importOptions(path, more))
  const count = async (table: 'posts' | 'comments' | 'pictures' | 'old_addresses' | 'imported_items') =>
    Number(
      (
        await blog()
          .db.selectFrom(table)
          .select((eb) => eb.fn.countAll<number>().as('count'))
          .executeTakeFirstOrThrow()
      ).count,
    )
  const postAt = (index: number) =>
    blog().db.selectFrom('posts').selectAll().where('created_at', '=', dateOfPost(index)).executeTakeFirstOrThrow()

  beforeAll(async () => {
    site = await startOldSite()
    made = makeWordpressExport(site.url)
    path = join(blog().folder, 'export.xml')
    await writeFile(path, made.xml)
    await blog().makeUser({ username: 'first', isAdmin: true })
    blog().clock.advance(1)
    await blog().makeUser({ username: 'editor', email: 'editor@example.org', isAdmin: true })
  })
  afterAll(() => site.close())

  const counts = () => ({ posts: made.published + RESTRICTED, comments: made.comments, pictures: PICTURES })

  it('is read for a report, which writes and fetches nothing', async () => {
    const { report } = await checkBlog(importPartsOf(blog()), importOptions(path))
    expect(report.counts).toMatchObject({ ...counts(), drafts: 2, pages: 1 })
    expect([await count('posts'), await count('pictures'), await count('imported_items'), site.requested]).toEqual([0, 0, 0, []])
  })

  it('can be stopped, and is continued by the next run', async () => {
    const stop = new AbortController()
    const onProgress = ({ done }: { done: number }) => void (done === STOPPED_AFTER && stop.abort())
    expect(await run({ signal: stop.signal, onProgress })).toMatchObject({ wasStopped: true })
    expect(await count('posts')).toBe(STOPPED_AFTER)

    const { report, wasStopped } = await run()
    expect(wasStopped).toBe(false)
    expect(report.counts).toMatchObject(counts())
    expect([await count('posts'), await count('comments')]).toEqual([made.published + RESTRICTED + OTHERS, made.comments])
    expect(await count('pictures')).toBe(PICTURES)
    expect(report.lines('leftThere')).toEqual(['Thrown away: in the trash'])
    expect(report.count('failed')).toBe(0)
  })

  it('is the same import when it runs again, and brings nothing twice from another file', async () => {
    const rows = async () => [await count('posts'), await count('comments'), await count('pictures'), await count('old_addresses')]
    const before = await rows()
    expect((await run()).report.counts).toMatchObject({ ...counts(), alreadyHere: 0 })
    const other = await run({ importId: 'other' })
    expect(other.report.counts).toMatchObject({ posts: 0, comments: 0, pictures: 0, alreadyHere: made.published + RESTRICTED + 2 })
    expect(await rows()).toEqual(before)
  })

  it('retains titles, dates, categories, authors and slugs', async () => {
    const editor = await blog().db.selectFrom('users').select('id').where('username', '=', 'editor').executeTakeFirstOrThrow()
    for (const [index, title, category] of [
      [0, 'Day 0 at the hospital', 'medical'],
      [1, 'Größe & Maß 1', 'life'],
      [2, '呼吸器の夜 2', 'recipes-more'],
      [3, '“Quotes” and tags 3 💗', 'night'],
    ] as const) {
      const post = await postAt(index)
      expect(post).toMatchObject({ title, category, author_id: editor.id, updated_at: dateOfPost(index) + 24 * 3600 * 1000 })
    }
    expect([(await postAt(1)).slug, (await postAt(5)).slug, (await postAt(9)).slug]).toEqual(['day-1', 'day-5', 'day-5-2'])
    expect((await postAt(2)).slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*-2$/)
    expect((await postAt(20)).image_url).toMatch(/^\/files\//)
  })

  it('retains the order and the author names of comments', async () => {
    const { id } = await postAt(7)
    const list = await blog().visitor().get(`/api/comment/getPostComments/${id}`)
    expect(list.body).toMatchObject([
      { guestName: 'mara', user: null, userId: null, content: 'A reply, see this (https://example.org/x)' },
      {
        guestName: 'Grandma Ruth',
        content: 'First & foremost\n\nlove',
        createdAt: new Date(dateOfPost(7) + 24 * 3600 * 1000).toISOString(),
      },
    ])
    const [reply, repliedTo] = list.body as unknown as Comment[]
    expect([reply?.parentId, repliedTo?.parentId]).toEqual([repliedTo?._id, undefined])
    const long = await blog()
      .visitor()
      .get(`/api/comment/getPostComments/${(await postAt(8)).id}`)
    expect(long.body).toMatchObject([{ content: LONG_COMMENT }])
    const rows = await blog().db.selectFrom('comments').selectAll().execute()
    expect(JSON.stringify(rows)).not.toMatch(/secret\.example|203\.0\.113/)
  })

  it('has old addresses, also in other scripts and of earlier names', async () => {
    const app = blog().appWith({ pages: createPages(null) })
    for (const [index, slug] of [
      [2, slugOfPost(2)],
      [4, 'an-earlier-name'],
      [9, slugOfPost(9)],
    ] as const) {
      const response = await app.request(pathOfPost(index, slug), {})
      expect([response.status, response.headers.get('location')]).toEqual([301, `/post/${(await postAt(index)).slug}`])
    }
  })
})
