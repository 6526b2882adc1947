import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { deletePost } from '#writing/contract/edit-posts.endpoints.ts'
import { deleteTrashedPost } from '#writing/contract/writing.endpoints.ts'
import { PRINT_COPIES_MAX_BYTES } from '#platform/contract/limits.ts'
import { countPrintBytes } from '#media/server/files/pictures.store.ts'
import { readPictureAddress } from '#media/contract/picture-address.ts'
import { onEachEngine, useTestApp } from '#tests/support/engines.ts'
import { plain } from '#tests/support/pictures.ts'
import type { TestUser } from '#tests/support/test-app.ts'
import { sendPrint, tusClient, uploadPicture } from '#tests/support/tus.ts'

onEachEngine('Print copies', (engine) => {
  const blog = useTestApp(engine)
  let admin: TestUser
  let small: Buffer
  let large: Buffer
  beforeAll(async () => {
    admin = await blog().makeAdmin()
    small = await plain(60, 40).jpeg().toBuffer()
    large = await plain(2000, 30).jpeg().toBuffer()
  })
  const upload = () => uploadPicture(admin, { kind: 'post', bytes: small })
  const folderOf = (address: string) => readPictureAddress(address)?.folder ?? ''
  const refusal = async (user: TestUser, picture: string | undefined, bytes = large) => {
    const { status, error } = await tusClient(user).send({ kind: 'print', bytes, ...(picture === undefined ? {} : { picture }) })
    return [status, error?.message]
  }

  // Two photos are cleaned, and sixty requests refused.
  it('A print copy lies beside its picture, is counted, and is sent to nobody', async () => {
    const before = await countPrintBytes(blog().db)
    const picture = await upload()
    await blog().makePost({ by: admin, content: `<p>x</p><img src="${picture}" alt="">` })
    await sendPrint(admin, picture, large)
    const folder = folderOf(picture)
    const bytes = await blog().storage.files.read(`${folder}/print.jpeg`)
    expect(await countPrintBytes(blog().db)).toBe(before + (bytes?.byteLength ?? 0))
    const family = await blog().makeUser({ isFamily: true })
    for (const person of [blog().visitor(), await blog().makeUser(), family, admin]) {
      expect((await person.send(picture, {})).status).toBe(200)
      for (const name of ['print.jpeg', 'print.jpg', 'PRINT.JPEG', 'print.jpeg?x=1', 'print.jpeg/', './print.jpeg', 'print%2Ejpeg'])
        for (const method of ['GET', 'HEAD'])
          expect([name, (await person.send(`/files/${folder}/${name}`, { method })).status]).toEqual([name, 404])
    }
    // Sent again, it takes the place of the former one.
    await sendPrint(admin, picture, small)
    expect(await countPrintBytes(blog().db)).toBeLessThan(before + (bytes?.byteLength ?? 0))
    expect((await blog().storage.files.read(`${folder}/print.jpeg`))?.byteLength).toBeLessThan(bytes?.byteLength ?? 0)
  })

  it('Only admins send one, for a picture of a post, as JPEG', async () => {
    const picture = await upload()
    expect((await refusal(await blog().makeUser({ isFamily: true }), picture))[0]).toBe(403)
    const face = await uploadPicture(admin, { kind: 'profile', bytes: small })
    for (const other of [undefined, '', '/files/abcdefghijklmnop/1.jpg', face, picture.replace(folderOf(picture), 'abcdefghijklmnop')])
      expect(await refusal(admin, other)).toEqual([400, 'There is no such picture of a post.'])
    await expect(sendPrint(admin, picture, await plain(20, 20).png().toBuffer())).rejects.toThrow('not a picture')
    await expect(sendPrint(admin, picture, large.subarray(0, 300))).rejects.toThrow('not a picture')
    expect(await blog().storage.files.find(`${folderOf(picture)}/print.jpeg`)).toBeUndefined()
  })

  it('None is taken when there is no more room', async () => {
    const picture = await upload()
    const row = blog().db.updateTable('pictures').where('folder', '=', folderOf(picture))
    await row.set({ print_bytes: PRINT_COPIES_MAX_BYTES }).execute()
    expect(await refusal(admin, picture)).toEqual([403, 'There is no more room for print copies of photos.'])
    await row.set({ print_bytes: null }).execute()
    await sendPrint(admin, picture, large)
  })

  it('A print copy is deleted with its picture, also if it arrives after that', async () => {
    const picture = await upload()
    const post = await blog().makePost({ by: admin, image: picture })
    await sendPrint(admin, picture, large)
    const late = tusClient(admin)
    const { url } = await late.create({ kind: 'print', size: large.byteLength, picture })
    await admin.call(deletePost, { params: { postId: post._id, userId: admin.id } })
    await admin.call(deleteTrashedPost, { params: { postId: post._id } })
    const folders = () => readdir(join(blog().folder, 'files'))
    await expect.poll(folders).not.toContain(folderOf(picture))
    await late.patch(url, 0, large)
    await late.result(url)
    expect(await folders()).not.toContain(folderOf(picture))
  })
})
