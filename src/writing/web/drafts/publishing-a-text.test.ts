import { describe, expect, it } from 'vitest'
import { useTestApp } from '#tests/support/engines.ts'
import { updatePost } from '#writing/contract/edit-posts.endpoints.ts'
import { getRevision } from '#writing/contract/writing.endpoints.ts'
import { beginWriting, listDrafts, listTitles, listVersions, says, titleIn, type } from '#tests/support/writing/browsers.ts'

describe('A form publishes its text', () => {
  const blog = useTestApp('sqlite')

  it('Text typed while a post is published goes on as a change of it, with an audience that was chosen meanwhile', async () => {
    const { browsers, device, ada } = await beginWriting(blog())
    const tab = await browsers.open(device)
    type(tab, 'Sent')
    tab.session.change({ audience: 'admins' })
    const publishing = tab.publish()
    type(tab, 'Sent, and more')
    tab.session.change({ audience: 'family' })
    await publishing
    await browsers.wait(2000)
    expect(tab.session.getState()).toMatchObject({ base: { revision: 1, text: { title: 'Sent' } }, text: { audience: 'family' } })
    expect(await listDrafts(ada)).toMatchObject([{ postId: tab.postId, title: 'Sent, and more' }])
  })

  it('A post whose publication had no response is recognised, and goes on without a question', async () => {
    const { browsers, device, ada } = await beginWriting(blog())
    const tab = await browsers.open(device)
    type(tab, 'Sent')
    device.lost = 1
    await tab.publish()
    expect(tab.postId).toBe('new')
    type(tab, 'Sent, and more')
    device.lost = 1
    await tab.publish()
    await browsers.wait(8000)
    expect(tab.session.getState()).toMatchObject({ conflict: null, base: { revision: 1 }, latestRevision: 1 })
    const { postId } = tab
    await tab.publish()
    expect(await listVersions(ada, postId)).toMatchObject([
      { revision: 2, title: 'Sent, and more' },
      { revision: 1, title: 'Sent' },
    ])
  })

  it('A form says that another admin has published its post, and replaces that only after a choice', async () => {
    const { browsers, device, ada, post } = await beginWriting(blog())
    const { _id: postId } = await post()
    const ben = await blog().makeAdmin()
    const tab = await browsers.open(device, { postId })
    type(tab, 'Mine')
    await ben.call(updatePost, { params: { postId, userId: ben.id }, body: { title: 'Theirs' } })
    await browsers.wait(2000)
    expect(tab.session.getState()).toMatchObject({ base: { revision: 1 }, latestRevision: 2, compared: null })
    await tab.publish()
    expect([tab.isOpen, tab.session.otherText?.title, (await listVersions(ada, postId))[0]?.title]).toEqual([true, 'Theirs', 'Theirs'])
    await tab.session.takeOther()
    await browsers.wait(2000)
    expect([titleIn(tab), says(tab), await listTitles(ada)]).toEqual(['Theirs', 'Nothing', []])
    const kept = (await listVersions(ada, postId)).find(({ revision }) => revision === null)
    expect(await ada.call(getRevision, { params: { postId, version: kept?.id ?? '' } })).toMatchObject({ content: '<p>Mine</p>' })
  })

  it('A form opens although the server does not say what it has', async () => {
    const { browsers, device, ada } = await beginWriting(blog())
    const tab = await browsers.open(device)
    type(tab, 'Apples')
    await browsers.wait(2000)
    device.isOnline = false
    const blind = await browsers.open(device)
    expect(blind.session.getState()).toMatchObject({ text: { title: '' }, isUnread: true })
    type(blind, 'Bears')
    await browsers.wait(500)
    device.isOnline = true
    blind.session.wake()
    await browsers.wait(2000)
    expect(await listTitles(ada)).toEqual(['Apples', 'Bears'])
  })
})
