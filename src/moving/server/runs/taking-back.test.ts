import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { listPosts } from '#posts/contract/posts.endpoints.ts'
import { deleteComment } from '#comments/contract/comments.endpoints.ts'
import { createPost, updatePost } from '#writing/contract/edit-posts.endpoints.ts'
import { listTrash } from '#writing/contract/writing.endpoints.ts'
import { importBlog } from '#moving/server/writer/import-blog.ts'
import { onEachEngine, useTestApp } from '#tests/support/engines.ts'
import { importOptions, importPartsOf } from '#tests/support/import-parts.ts'
import { SMALL_SITE, smallWordpressExport } from '#tests/support/small-exports.ts'
import { smallWxr } from '#tests/support/small-wxr.ts'
import type { TestUser } from '#tests/support/test-app.ts'
import { readTakingBack, takeBack } from './taking-back.ts'

onEachEngine('Taking an import back', (engine) => {
  const blog = useTestApp(engine)
  let admin: TestUser
  beforeAll(async () => {
    admin = await blog().makeAdmin()
  })

  it('moves what nobody has touched since to the trash, lists what stays and why, and another run brings it again', async () => {
    const reader = await blog().makeUser()
    await blog().makePost({ by: admin, title: 'Our own' })
    const file = join(blog().folder, 'export.xml')
    const comments = [{ id: 1, text: 'From there' }]
    await writeFile(
      file,
      smallWxr(
        ['edited', 'answered', 'loved', 'plain', 'tidied'].map((title, id) => ({
          id,
          title,
          body: 'words',
          comments: comments.map((each) => ({ ...each, id: 10 + id })),
        })),
        [],
      ),
    )
    const run = () => importBlog(importPartsOf(blog()), importOptions(file, { downloadPicture: null }))
    const { source, report } = await run()
    expect(report.counts).toMatchObject({ posts: 5, comments: 5 })
    const { posts } = await blog().visitor().call(listPosts)
    const idOf = (title: string) => posts.find((post) => post.title === title)?._id ?? ''
    const params = { postId: idOf('edited'), userId: admin.id }
    await admin.call(updatePost, { params, body: { title: 'edited', content: '<p>Edited here.</p>' } })
    await blog().makeComment(reader, idOf('answered'))
    expect((await reader.put(`/api/post/like/${idOf('loved')}`)).status).toBe(200)
    const ofTidied = blog().db.selectFrom('comments').select('id').where('post_id', '=', idOf('tidied'))
    await admin.call(deleteComment, { params: { commentId: (await ofTidied.executeTakeFirstOrThrow()).id } })

    const found = await readTakingBack(blog().db, source)
    expect(found).toMatchObject({ going: 2, stayingCount: 3 })
    expect(found.titles.toSorted()).toEqual(['plain', 'tidied'])
    expect(found.staying.map(({ title, why }) => `${title}: ${why}`).toSorted()).toEqual([
      'answered: it has comments from here',
      'edited: it was edited here',
      'loved: it has hearts from here',
    ])
    const parts = { db: blog().db, write: blog().blog.feed.write, by: admin.id, now: blog().clock.now }
    expect([await takeBack(parts, source), await takeBack(parts, source)]).toEqual([2, 0])
    const left = (await blog().visitor().call(listPosts)).posts.map(({ title }) => title)
    expect(left.toSorted()).toEqual(['Our own', 'answered', 'edited', 'loved'])
    const trash = (await admin.call(listTrash)).posts.map(({ title, comments: count }) => `${title}: ${count}`)
    expect(trash.toSorted()).toEqual(['plain: 1', 'tidied: 0'])
    expect((await run()).report.counts).toMatchObject({ posts: 2, alreadyThere: 3 })
    const again = await blog()
      .db.selectFrom('comments')
      .innerJoin('posts', 'posts.id', 'post_id')
      .select('posts.title')
      .where('posts.state', '=', 'published')
      .where('comments.state', '=', 'shown')
      .where('guest_name', 'is not', null)
      .orderBy('posts.title')
      .execute()
    // The comment that was deleted here does not come back.
    expect(again.map(({ title }) => title)).toEqual(['answered', 'edited', 'loved', 'plain'])
  })

  it('leaves drafts, and names one that was published here', async () => {
    const file = join(blog().folder, 'drafts.xml')
    await writeFile(
      file,
      smallWordpressExport(['Stays', 'Published'].map((title, id) => ({ id, title, status: 'draft' }))).replaceAll(
        SMALL_SITE,
        'https://other.example',
      ),
    )
    const options = importOptions(file, { downloadPicture: null, include: new Set(['drafts']) })
    const { source, report } = await importBlog(importPartsOf(blog()), options)
    expect(report.counts.drafts).toBe(2)
    const { id } = await blog().db.selectFrom('posts').select('id').where('title', '=', 'Published').executeTakeFirstOrThrow()
    await admin.call(createPost, { body: { title: 'Published', content: '<p>Words.</p>', draft: { id, sequence: 1 } } })
    expect(await readTakingBack(blog().db, source)).toMatchObject({
      going: 0,
      staying: [{ _id: id, title: 'Published', why: 'it was published here' }],
    })
    expect((await importBlog(importPartsOf(blog()), options)).report.counts).toMatchObject({ posts: 0, drafts: 0, alreadyThere: 2 })
  })
})
