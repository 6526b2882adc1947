import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { deletePost, updatePost } from '#writing/contract/edit-posts.endpoints.ts'
import { deleteTrashedPost, saveDraft } from '#writing/contract/writing.endpoints.ts'
import { updateLook } from '#site/contract/look.endpoints.ts'
import { updateUser, deleteUser } from '#accounts/contract/users.endpoints.ts'
import { DAY_MS } from '#platform/contract/limits.ts'
import { PICTURE_GRACE_MS } from '#media/contract/media-limits.ts'
import { readPictureAddress } from '#media/contract/picture-address.ts'
import { endOldTrash } from '#writing/server/trash/end-trash.ts'
import { createLogger } from '#platform/process/logger.ts'
import { onEachEngine, useFreshTestApp } from '#tests/support/engines.ts'
import { plain } from '#tests/support/media/pictures.ts'
import { uploadPicture } from '#tests/support/media/tus.ts'
import { removeUnusedPictures } from './remove-leftovers.ts'
import type { TestUser } from '#tests/support/test-app.ts'

onEachEngine('Unused pictures', (engine) => {
  const blog = useFreshTestApp(engine)

  async function tidy(): Promise<string> {
    const { db, storage, clock } = blog()
    const lines: string[] = []
    const logger = createLogger('info', { write: (line) => void lines.push(line) })
    await removeUnusedPictures({ db, storage, logger, now: () => clock.now })
    return lines.join('')
  }
  const folderOf = (url: string) => readPictureAddress(url)?.folder ?? ''
  const folders = () => readdir(join(blog().folder, 'files'))

  it('Unused pictures are deleted and logged after the grace period, and used ones stay', async () => {
    const bytes = await plain(20, 20).png().toBuffer()
    let admin = await blog().makeAdmin()
    const send = (kind: 'post' | 'profile') => uploadPicture(admin, { kind, name: 'x.png', bytes })
    const [cover, inBody, face, unused, later] = [
      await send('post'),
      await send('post'),
      await send('profile'),
      await send('post'),
      await send('post'),
    ]
    const post = await blog().makePost({ by: admin, image: cover, content: `<p>x</p><figure><img src="${inBody}" alt=""></figure>` })
    await admin.call(updateUser, { params: { userId: admin.id }, body: { profilePicture: face } })

    expect(await tidy()).toBe('')
    blog().clock.advance(PICTURE_GRACE_MS - DAY_MS)
    expect(await tidy()).toBe('')
    // An old draft is published, so its picture is no longer unused.
    admin = await blog().signIn({ email: admin.email })
    await blog().makePost({ by: admin, content: `<p>y</p><img src="${later}" alt="">` })
    expect(await tidy()).toBe('')
    blog().clock.advance(DAY_MS)
    const said = await tidy()
    expect(said).toContain(unused)
    expect(said).toContain('pictures deleted that no text has shown for 30 days')
    expect((await folders()).toSorted()).toEqual([cover, inBody, face, later].map(folderOf).toSorted())
    expect((await blog().visitor().send(unused, { method: 'HEAD' })).status).toBe(404)

    admin = await blog().signIn({ email: admin.email })
    await admin.call(deletePost, { params: { postId: post._id, userId: admin.id } })
    blog().clock.advance(PICTURE_GRACE_MS)
    expect(await tidy()).toBe('')
    // Pictures of posts in the trash stay until the post is deleted for good.
    expect((await folders()).toSorted()).toEqual([cover, inBody, face, later].map(folderOf).toSorted())
    const { db, storage, clock } = blog()
    await endOldTrash({ db, files: storage.files, logger: createLogger('silent'), now: () => clock.now })
    expect((await folders()).toSorted()).toEqual([face, later].map(folderOf).toSorted())
  })

  it('Pictures in drafts, earlier versions or the trash stay', async () => {
    const bytes = await plain(20, 20).png().toBuffer()
    let admin = await blog().makeAdmin()
    const send = () => uploadPicture(admin, { kind: 'post', name: 'x.png', bytes })
    const [drafted, before] = [await send(), await send()]
    const post = await blog().makePost({ by: admin, image: before })
    await admin.call(updatePost, { params: { postId: post._id, userId: admin.id }, body: { image: null } })
    const draft = {
      id: 'a'.repeat(32),
      writer: 'a'.repeat(32),
      sequence: 1,
      follows: 0,
      baseRevision: 2,
      title: '',
      category: 'life' as const,
      image: '',
    }
    const content = `<p>x</p><img src="${drafted}">`
    await admin.call(saveDraft, { params: { postId: post._id }, body: { ...draft, content } })
    const isThere = async (url: string) => (await blog().storage.files.find(url.slice('/files/'.length))) !== undefined
    const seen = async () => [await isThere(drafted), await isThere(before)]
    await tidy()
    blog().clock.advance(PICTURE_GRACE_MS)
    await tidy()
    expect(await seen()).toEqual([true, true])
    admin = await blog().signIn({ email: admin.email })
    await admin.call(deletePost, { params: { postId: post._id, userId: admin.id } })
    blog().clock.advance(PICTURE_GRACE_MS)
    await tidy()
    expect(await seen()).toEqual([true, true])
    admin = await blog().signIn({ email: admin.email })
    await admin.call(deleteTrashedPost, { params: { postId: post._id } })
    expect(await seen()).toEqual([false, false])
  })

  it('The logo and the picture of the home page stay', async () => {
    const bytes = await plain(20, 20).png().toBuffer()
    let admin = await blog().makeAdmin()
    const [logo, homePicture] = [await uploadPicture(admin, { kind: 'post', bytes }), await uploadPicture(admin, { kind: 'post', bytes })]
    await admin.call(updateLook, { body: { logo, homePicture } })
    const seen = async () => {
      await tidy()
      blog().clock.advance(PICTURE_GRACE_MS)
      await tidy()
      const responses = [logo, homePicture].map((url) => blog().visitor().send(url, { method: 'HEAD' }))
      return (await Promise.all(responses)).map(({ status }) => status)
    }
    expect(await seen()).toEqual([200, 200])
    admin = await blog().signIn({ email: admin.email })
    await admin.call(updateLook, { body: { logo: '' } })
    expect(await seen()).toEqual([404, 200])
  })
})

onEachEngine('The picture of a deleted account', (engine) => {
  const blog = useFreshTestApp(engine)
  const statusOf = async (url: string) => (await blog().visitor().send(url, { method: 'HEAD' })).status
  const use = (user: TestUser, profilePicture: string) => user.call(updateUser, { params: { userId: user.id }, body: { profilePicture } })
  const leave = (user: TestUser) => user.call(deleteUser, { params: { userId: user.id } })

  it('The picture is deleted with the account', async () => {
    const user = await blog().makeUser()
    const url = await uploadPicture(user, { kind: 'profile', bytes: await plain(20, 20).png().toBuffer() })
    await use(user, url)
    await leave(user)
    expect(await statusOf(url)).toBe(404)
  })

  it('The picture stays while a post or another profile shows it', async () => {
    const [admin, friend, thief] = [await blog().makeAdmin(), await blog().makeUser(), await blog().makeUser()]
    const cover = await uploadPicture(admin, { kind: 'post', bytes: await plain(20, 20).png().toBuffer() })
    await blog().makePost({ by: admin, image: cover })
    const face = await uploadPicture(friend, { kind: 'profile', bytes: await plain(20, 20).png().toBuffer() })
    await use(friend, face)
    for (const url of [cover, face]) await use(thief, url)
    await leave(thief)
    const other = await blog().makeUser()
    await use(other, cover)
    await leave(other)
    expect([await statusOf(cover), await statusOf(face)]).toEqual([200, 200])
  })
})
