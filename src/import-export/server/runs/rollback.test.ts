import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { deleteComment } from '#comments/contract/comments.endpoints.ts'
import { listFollowers } from '#newsletter/contract/newsletter.endpoints.ts'
import { getImport, getRollback, mailImportedFollowers, takeBackImport } from '#import-export/contract/imports.endpoints.ts'
import { importBlog } from '#import-export/server/writer/import-blog.ts'
import { listPosts } from '#posts/contract/posts.endpoints.ts'
import { createPost, updatePost } from '#writing/contract/edit-posts.endpoints.ts'
import { listTrash } from '#writing/contract/writing.endpoints.ts'
import { onEachEngine, useTestApp } from '#tests/support/engines.ts'
import { importOptions, importPartsOf } from '#tests/support/import-export/import-parts.ts'
import { smallGhostExport, smallGhostPost, smallWordpressExport } from '#tests/support/import-export/small-exports.ts'
import { smallWxr } from '#tests/support/import-export/small-wxr.ts'
import type { TestUser } from '#tests/support/test-app.ts'
import { createImport, markBegun, markEnded } from './imports.store.ts'

onEachEngine('Taking an import back', (engine) => {
  const blog = useTestApp(engine)
  let admin: TestUser
  beforeEach(async () => {
    admin = await blog().makeAdmin()
    for (const table of ['posts', 'imported_items', 'imports', 'followers'] as const) await blog().db.deleteFrom(table).execute()
  })

  /** An import that has run, with its row. */
  async function run(name: string, text: string) {
    const { db, clock } = blog()
    const path = join(blog().folder, name)
    await writeFile(path, text)
    const row = { id: name, upload_id: null, user_id: admin.id, file_name: name, bytes: 1, format: 'wordpress' } as const
    await createImport(db, { ...row, created_at: clock.now })
    await markBegun(db, name, { state: 'running', now: clock.now })
    const { report } = await importBlog(importPartsOf(blog()), importOptions(path, { importId: name, authorId: admin.id, fetchFile: null }))
    await markEnded(db, name, { state: 'done', message: null, progress: null, now: clock.now, result: report.toData() })
    return { report, params: { import: name } }
  }
  const titles = async () => (await blog().visitor().call(listPosts)).posts.map(({ title }) => title).toSorted()

  it('moves what nobody has touched since to the trash, lists what stays and why, and touches nothing else', async () => {
    const reader = await blog().makeUser()
    await blog().makePost({ by: admin, title: 'Our own' })
    await run('other', smallWordpressExport([{ id: 1, title: 'Of another blog' }]).replaceAll('old.example', 'other.example'))
    const posts = ['edited', 'answered', 'loved', 'plain', 'tidied'].map((title, id) => ({
      id,
      title,
      body: 'words',
      comments: [{ id: 10 + id, text: 'From there' }],
    }))
    const file = smallWxr(posts)
    const { params, report } = await run('export', file)
    expect(report.counts).toMatchObject({ posts: 5, comments: 5 })
    const { posts: shown } = await blog().visitor().call(listPosts)
    const idOf = (title: string) => shown.find((post) => post.title === title)?._id ?? ''
    await admin.call(updatePost, {
      params: { postId: idOf('edited'), userId: admin.id },
      body: { title: 'edited', content: '<p>Edited here.</p>' },
    })
    await blog().makeComment(reader, idOf('answered'))
    expect((await reader.put(`/api/post/like/${idOf('loved')}`)).status).toBe(200)
    const ofTidied = blog().db.selectFrom('comments').select('id').where('post_id', '=', idOf('tidied'))
    await admin.call(deleteComment, { params: { commentId: (await ofTidied.executeTakeFirstOrThrow()).id } })

    const found = await admin.call(getRollback, { params })
    expect(found).toMatchObject({ going: 2, stayingCount: 3 })
    expect(found.titles.toSorted()).toEqual(['plain', 'tidied'])
    expect(found.staying.map(({ title, why }) => `${title}: ${why}`).toSorted()).toEqual([
      'answered: it has comments from here',
      'edited: it was edited here',
      'loved: it has hearts from here',
    ])
    expect(await admin.call(takeBackImport, { params })).toMatchObject({ taken: 2, going: 0, stayingCount: 3 })
    expect(await admin.call(takeBackImport, { params })).toMatchObject({ taken: 0 })
    expect(await titles()).toEqual(['Of another blog', 'Our own', 'answered', 'edited', 'loved'])
    const trash = (await admin.call(listTrash)).posts.map(({ title, comments: count }) => `${title}: ${count}`)
    expect(trash.toSorted()).toEqual(['plain: 1', 'tidied: 0'])
    // It can be started again, and so can its file.
    expect(await admin.call(getImport, { params })).toMatchObject({ state: 'checked', result: null })
    expect((await run('export', file)).report.counts).toMatchObject({ posts: 5, alreadyHere: 0 })
    expect(await titles()).toEqual(['Of another blog', 'Our own', 'answered', 'edited', 'loved', 'plain', 'tidied'])
  })

  it('moves drafts, too, and names one that was published here', async () => {
    const drafts = ['Stays', 'Published'].map((title, id) => ({ id, title, status: 'draft' }))
    const { params, report } = await run('drafts', smallWordpressExport(drafts))
    expect(report.counts.drafts).toBe(2)
    const { id } = await blog().db.selectFrom('posts').select('id').where('title', '=', 'Published').executeTakeFirstOrThrow()
    await admin.call(createPost, { body: { title: 'Published', content: '<p>Words.</p>', draft: { id, sequence: 1 } } })
    expect(await admin.call(takeBackImport, { params })).toMatchObject({
      taken: 1,
      staying: [{ _id: id, title: 'Published', why: 'it was published here' }],
    })
    expect((await admin.call(listTrash)).posts.map(({ title }) => title)).toEqual(['Stays'])
  })

  it('removes its followers, to whom nothing is mailed before an admin says so', async () => {
    const members = ['ruth', 'jo', 'silent'].map((name) => ({ id: name, email: `${name}@old.example`, subscribed: name !== 'silent' }))
    await blog().makeUser({ email: 'jo@old.example' })
    const { params, report } = await run('ghost', smallGhostExport({ posts: [smallGhostPost('g1', 'Night')], members }))
    expect([report.counts.followers, report.lines('people')]).toEqual([1, ['a member']])
    const states = async () => (await admin.call(listFollowers)).followers.map(({ email, state }) => `${email}: ${state}`)
    expect(await states()).toEqual(['ruth@old.example: waiting'])
    expect((await admin.call(getImport, { params })).waitingFollowers).toBe(1)

    expect(await admin.call(mailImportedFollowers, { params })).toEqual({ followers: 1 })
    expect(await admin.call(mailImportedFollowers, { params })).toEqual({ followers: 0 })
    expect([await states(), (await admin.call(getImport, { params })).waitingFollowers]).toEqual([['ruth@old.example: mailed'], 0])

    expect(await admin.call(takeBackImport, { params })).toMatchObject({ taken: 1, followers: 0 })
    expect(await states()).toEqual([])
    expect((await run('ghost', smallGhostExport({ posts: [], members }))).report.counts.followers).toBe(1)
    expect(await states()).toEqual(['ruth@old.example: waiting'])
  })

  it('leaves a follower who has ended it, and does not bring them again', async () => {
    const members = [{ id: 'm', email: 'ruth@old.example', subscribed: true }]
    const text = smallGhostExport({ posts: [], members })
    await run('ghost', text)
    await blog().db.deleteFrom('followers').execute()
    expect((await run('later', text)).report.counts.followers).toBe(0)
  })
})
