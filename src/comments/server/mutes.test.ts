import { expect, it } from 'vitest'
import { listMuted, muteUser, unmuteUser } from '#comments/contract/mutes.endpoints.ts'
import { onEachEngine, useTestApp } from '#tests/support/engines.ts'

onEachEngine('Muting', (engine) => {
  const blog = useTestApp(engine)

  it('A member mutes a person, sees the list, and unmutes; others see nothing of it', async () => {
    const [member, loud, other] = [await blog().makeUser(), await blog().makeUser(), await blog().makeUser()]
    const params = { mutedId: loud.id }
    for (let times = 0; times < 2; times += 1) await member.call(muteUser, { params })
    expect((await member.call(listMuted)).muted).toMatchObject([{ _id: loud.id, username: loud.username }])
    for (const person of [loud, other]) expect((await person.call(listMuted)).muted).toEqual([])
    await member.call(unmuteUser, { params })
    expect((await member.call(listMuted)).muted).toEqual([])
  })

  it('An unknown account is 404, and oneself 409', async () => {
    const member = await blog().makeUser()
    expect((await member.put('/api/comment/mute/nobody', {})).status).toBe(404)
    expect((await member.put(`/api/comment/mute/${member.id}`, {})).status).toBe(409)
  })
})
