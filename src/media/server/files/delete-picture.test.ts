import { expect, it } from 'vitest'
import { deleteUser, updateUser } from '#accounts/contract/users.endpoints.ts'
import { onEachEngine, useTestApp } from '#tests/support/engines.ts'
import { plain } from '#tests/support/pictures.ts'
import type { TestUser } from '#tests/support/test-app.ts'
import { uploadPicture } from '#tests/support/tus.ts'

onEachEngine('The picture of a deleted account', (engine) => {
  const blog = useTestApp(engine)
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
