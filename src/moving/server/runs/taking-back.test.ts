import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { listPosts } from '#posts/contract/posts.endpoints.ts'
import { updatePost } from '#writing/contract/edit-posts.endpoints.ts'
import { listTrash } from '#writing/contract/writing.endpoints.ts'
import { importBlog } from '#moving/server/writer/import-blog.ts'
import { onEachEngine, useTestApp } from '#tests/support/engines.ts'
import { importOptions, importPartsOf } from '#tests/support/import-parts.ts'
import { smallWxr } from '#tests/support/small-wxr.ts'
import { readTakingBack, takeBack } from './taking-back.ts'

onEachEngine('Taking an import back', (engine) => {
  const blog = useTestApp(engine)

  it('moves what nobody has touched since to the trash, lists what stays and why, and another run brings it again', async () => {
    const admin = await blog().makeAdmin()
    const reader = await blog().makeUser()
    await blog().makePost({ by: admin, title: 'Our own' })
    const file = join(blog().folder, 'export.xml')
    const comments = [{ id: 1, text: 'From there' }]
    await writeFile(
      file,
      smallWxr(
        ['edited', 'answered', 'loved', 'plain'].map((title, id) => ({
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
    expect(report.counts).toMatchObject({ posts: 4, comments: 4 })
    const { posts } = await blog().visitor().call(listPosts)
    const idOf = (title: string) => posts.find((post) => post.title === title)?._id ?? ''
    const params = { postId: idOf('edited'), userId: admin.id }
    await admin.call(updatePost, { params, body: { title: 'edited', content: '<p>Edited here.</p>' } })
    await blog().makeComment(reader, idOf('answered'))
    expect((await reader.put(`/api/post/like/${idOf('loved')}`)).status).toBe(200)

    const found = await readTakingBack(blog().db, source)
    expect(found).toMatchObject({ going: 1, titles: ['plain'], stayingCount: 3 })
    expect(found.staying.map(({ title, why }) => `${title}: ${why}`).toSorted()).toEqual([
      'answered: it has comments from here',
      'edited: it was edited here',
      'loved: it has hearts from here',
    ])
    const parts = { db: blog().db, write: blog().blog.feed.write, by: admin.id, now: blog().clock.now }
    expect([await takeBack(parts, source), await takeBack(parts, source)]).toEqual([1, 0])
    const left = (await blog().visitor().call(listPosts)).posts.map(({ title }) => title)
    expect(left.toSorted()).toEqual(['Our own', 'answered', 'edited', 'loved'])
    expect((await admin.call(listTrash)).posts).toMatchObject([{ title: 'plain', comments: 1 }])
    expect((await run()).report.counts).toMatchObject({ posts: 1, comments: 1, alreadyThere: 3 })
  })
})
