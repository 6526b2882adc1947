import { expect, it } from 'vitest'
import { IMPORTED_DRAFT } from '#writing/contract/imported-drafts.ts'
import { updatePost } from '#writing/contract/edit-posts.endpoints.ts'
import { listPostOverview } from '#writing/contract/manage-posts.endpoints.ts'
import { getDraft, getRevision, listRevisions, saveDraft } from '#writing/contract/writing.endpoints.ts'
import { onEachEngine, useTestApp } from '#tests/support/engines.ts'
import type { TestUser } from '#tests/support/test-app.ts'
import { Browsers } from '#tests/support/writing/browsers.ts'
import type { Tab } from '#tests/support/writing/tab.ts'
import { toStatusLine } from './save-status.tsx'

const says = (tab: Tab) => toStatusLine(tab.session.getState().status, 'Nothing').text
const type = (tab: Tab, title: string) => tab.session.change({ title, content: `<p>${title}</p>` })
const title = (tab: Tab) => tab.session.getState().text.title

onEachEngine('A form', (engine) => {
  const blog = useTestApp(engine)
  const begin = async () => {
    const [ada, browsers] = [await blog().makeAdmin(), new Browsers(blog())]
    const device = browsers.device(ada)
    const onDevice = async () => (await device.drafts.list(ada.id)).map((draft) => draft.text.title)
    const post = () => blog().makePost({ by: ada, title: 'Published', content: '<p>Published</p>' })
    return { ada, browsers, device, phone: browsers.device(ada), onDevice, post }
  }
  const drafts = async (user: TestUser) => (await user.call(listPostOverview, {})).drafts
  const titles = async (user: TestUser) => (await drafts(user)).map((draft) => draft.title).toSorted()
  const versions = async (user: TestUser, postId: string) => (await user.call(listRevisions, { params: { postId } })).revisions

  it('A form saves on the device and then on the server while the writer goes on, and keeps nothing on the device that the server has', async () => {
    const { browsers, device, onDevice, ada } = await begin()
    const tab = await browsers.open(device)
    for (let letter = 1; letter <= 40; letter += 1) {
      type(tab, 'x'.repeat(letter))
      expect(says(tab)).toBe('Saving…')
      await browsers.wait(100)
      const [kept = ''] = await onDevice()
      const onServer = String(browsers.saves().at(-1)?.body['title'] ?? '').length
      // A third of a second at ten letters a second.
      expect(letter - Math.max(kept.length, onServer)).toBeLessThanOrEqual(4)
      expect(letter - onServer).toBeLessThanOrEqual(20)
    }
    await browsers.wait(2000)
    expect([says(tab), await titles(ada), await onDevice()]).toEqual(['Saved on the server', ['x'.repeat(40)], []])
    expect(browsers.saves().length).toBeLessThan(8)
  })

  it('A call without a response is repeated unchanged, and the newer text follows', async () => {
    const { browsers, device, ada } = await begin()
    const tab = await browsers.open(device)
    type(tab, 'First')
    device.lost = 1
    await browsers.wait(1100)
    expect(says(tab)).toBe('Offline: saved on this device')
    type(tab, 'Second')
    await browsers.wait(10_000)
    expect(browsers.saves().map(({ body }) => [body['sequence'], body['title']])).toEqual([
      [0, 'First'],
      [0, 'First'],
      [1, 'Second'],
    ])
    expect([says(tab), await titles(ada)]).toEqual(['Saved on the server', ['Second']])
  })

  it('A page that died before its call had a response is continued by the next one, and nothing is shown', async () => {
    const { browsers, device, ada } = await begin()
    const tab = await browsers.open(device)
    type(tab, 'First')
    device.lost = 1
    await browsers.wait(1100)
    type(tab, 'Second')
    await browsers.wait(500)
    tab.crash()
    const again = await browsers.open(device)
    expect(again.session.getState().restored).toMatchObject({ place: 'device' })
    await browsers.wait(3000)
    expect([title(again), again.session.getState().conflict, await titles(ada)]).toEqual(['Second', null, ['Second']])
  })

  it('Retries become rarer, stop without a session until the writer signs in, and come at once when the connection is back', async () => {
    const { browsers, device } = await begin()
    const tab = await browsers.open(device)
    device.lost = Infinity
    type(tab, 'a')
    await browsers.wait(5 * 60_000)
    // After 1, 6, 16, 36, 76, 136, 196, 256 seconds.
    expect(browsers.saves()).toHaveLength(8)
    Object.assign(device, { lost: 0, isSignedIn: false })
    tab.session.wake()
    await browsers.wait(0)
    expect([browsers.saves().length, says(tab)]).toEqual([9, 'Signed out: saved on this device'])
    type(tab, 'ab')
    await browsers.wait(5 * 60_000)
    expect(browsers.saves()).toHaveLength(9)
    device.isSignedIn = true
    tab.session.wake()
    await browsers.wait(2000)
    expect(says(tab)).toBe('Saved on the server')
  })

  it('A refused text is shown with the reason, stays on the device, and is not sent again before it changes', async () => {
    const { browsers, device, onDevice, ada } = await begin()
    const tab = await browsers.open(device)
    const long = 'x'.repeat(300)
    type(tab, long)
    await browsers.wait(60_000)
    expect(says(tab)).toBe('Saved on this device. The server did not accept it: The title is too long.')
    expect([browsers.saves().length, await onDevice()]).toEqual([1, [long]])
    type(tab, 'Shorter')
    await browsers.wait(2000)
    expect([says(tab), await titles(ada)]).toEqual(['Saved on the server', ['Shorter']])
  })

  it('A text that is stored nowhere is reported, and a page that is left then asks', async () => {
    const { browsers, device } = await begin()
    const tab = await browsers.open(device)
    device.storage.fillUp()
    device.isOnline = false
    type(tab, 'a')
    await browsers.wait(2000)
    expect(says(tab)).toMatch(/^Not saved: the server cannot be reached, and this browser keeps nothing/)
    expect(tab.session.flushNow()).toBe(false)
    device.isOnline = true
    await browsers.wait(10_000)
    expect(says(tab)).toMatch(/^Saved on the server\. This browser keeps nothing/)
    expect(tab.session.flushNow()).toBe(true)
  })

  it('A page that is left sends its last text and stores it', async () => {
    const { browsers, device, onDevice, ada } = await begin()
    const tab = await browsers.open(device)
    type(tab, 'Last words')
    tab.leave()
    expect(await onDevice()).toEqual(['Last words'])
    await browsers.wait(0)
    expect(await titles(ada)).toEqual(['Last words'])
  })

  it('A text goes on on another device without a question, and an idle form shows what another one has saved', async () => {
    const { browsers, device, phone, ada } = await begin()
    const tab = await browsers.open(device)
    type(tab, 'At home')
    await browsers.wait(2000)
    const bus = await browsers.open(phone)
    expect(bus.session.getState()).toMatchObject({ text: { title: 'At home' }, restored: { place: 'server' } })
    type(bus, 'At home, and on the bus')
    await browsers.wait(2000)
    tab.session.wake()
    await browsers.wait(0)
    expect([title(tab), await titles(ada)]).toEqual(['At home, and on the bus', ['At home, and on the bus']])
  })

  for (const choice of ['keepMine', 'takeOther'] as const) {
    it(`Of two texts that were changed in two places both are shown once, and the one that is not chosen stays as a version (${choice})`, async () => {
      const { browsers, device, phone, post, ada } = await begin()
      const { _id: postId } = await post()
      const [tab, bus] = [await browsers.open(device, { postId }), await browsers.open(phone, { postId })]
      type(tab, 'At home')
      await browsers.wait(2000)
      type(bus, 'On the bus')
      await browsers.wait(2000)
      expect([says(bus), bus.session.otherText?.title]).toEqual(['Saved on this device. Please choose between your two texts.', 'At home'])
      bus.session[choice]()
      await browsers.wait(2000)
      const [chosen, other] = choice === 'keepMine' ? ['On the bus', 'At home'] : ['At home', 'On the bus']
      expect([title(bus), bus.session.otherText, says(bus), await titles(ada)]).toEqual([chosen, null, 'Saved on the server', [chosen]])
      expect(await versions(ada, postId)).toMatchObject([
        { revision: 1, title: 'Published' },
        { revision: null, title: other },
      ])
      // Nobody else sees it.
      expect(await versions(await blog().makeAdmin(), postId)).toHaveLength(1)
    })
  }

  it('Both texts of two tabs that were not online survive, and are shown', async () => {
    const { browsers, device, ada, post } = await begin()
    const { _id: postId } = await post()
    const [one, two] = [await browsers.open(device, { postId }), await browsers.open(device, { postId })]
    device.isOnline = false
    type(one, 'First tab')
    type(two, 'Second tab')
    await browsers.wait(2000)
    for (const tab of [one, two]) tab.crash()
    device.isOnline = true
    const again = await browsers.open(device, { postId })
    expect([title(again), again.session.otherText?.title].toSorted()).toEqual(['First tab', 'Second tab'])
    const [mine, other] = [title(again), again.session.otherText?.title]
    again.session.keepMine()
    await browsers.wait(2000)
    expect([await titles(ada), (await versions(ada, postId))[1]?.title]).toEqual([[mine], other])
    expect(await device.drafts.list(ada.id)).toEqual([])
  })

  it('Equal texts of two places are no question', async () => {
    const { browsers, device, phone } = await begin()
    const tab = await browsers.open(device)
    type(tab, 'a')
    await browsers.wait(2000)
    const bus = await browsers.open(phone)
    for (const each of [tab, bus]) type(each, 'a and b')
    await browsers.wait(5000)
    for (const each of [tab, bus]) expect([says(each), each.session.getState().conflict]).toEqual(['Saved on the server', null])
  })

  it('A discarded text is gone on every device, also when it was discarded without a line, and can be taken back', async () => {
    const { browsers, device, phone, ada, onDevice } = await begin()
    const tab = await browsers.open(device)
    type(tab, 'Precious')
    await browsers.wait(2000)
    const bus = await browsers.open(phone)
    device.isOnline = false
    tab.session.discard()
    await browsers.wait(2000)
    expect([title(tab), says(tab)]).toEqual(['', 'Nothing'])
    tab.leave()
    device.isOnline = true
    const again = await browsers.open(device)
    expect([title(again), again.session.getState().restored]).toEqual(['', null])
    await browsers.wait(2000)
    expect([await titles(ada), await onDevice()]).toEqual([[], []])
    bus.session.wake()
    await browsers.wait(0)
    expect(bus.session.getState()).toMatchObject({ text: { title: '' }, isMissing: true })
    type(again, 'Precious')
    await browsers.wait(2000)
    again.session.discard()
    device.isOnline = false
    await browsers.wait(2000)
    again.session.takeBack()
    await browsers.wait(500)
    expect([title(again), await onDevice()]).toEqual(['Precious', ['Precious']])
    device.isOnline = true
    again.session.wake()
    await browsers.wait(5000)
    expect(await titles(ada)).toEqual(['Precious'])
  })

  it('A text that was typed on after it was discarded in other places goes on as one text under another id', async () => {
    const { browsers, device, phone, ada } = await begin()
    const tab = await browsers.open(device)
    type(tab, 'a')
    await browsers.wait(2000)
    const { id } = tab.session
    const bus = await browsers.open(phone)
    tab.session.discard()
    await browsers.wait(2000)
    type(bus, 'a and b')
    await browsers.wait(3000)
    tab.session.takeBack()
    await browsers.wait(3000)
    expect(bus.session.id).not.toBe(id)
    expect([tab.session.id, tab.session.otherText?.title]).toEqual([bus.session.id, 'a and b'])
    expect(await titles(ada)).toEqual(['a and b'])
  })

  it('A discarded edit leaves the published text, and the next one is based on it', async () => {
    const { browsers, device, post, ada } = await begin()
    const { _id: postId } = await post()
    const tab = await browsers.open(device, { postId })
    type(tab, 'An edit')
    await browsers.wait(2000)
    tab.session.discard()
    await browsers.wait(2000)
    expect([title(tab), await titles(ada)]).toEqual(['Published', []])
    type(tab, 'Another edit')
    await browsers.wait(2000)
    expect(await ada.call(getDraft, { params: { postId } })).toMatchObject({ draft: { title: 'Another edit', baseRevision: 1 } })
  })

  it('Several new texts are written at a time: each is opened by its id, the newest without one', async () => {
    const { browsers, device, ada } = await begin()
    const tab = await browsers.open(device)
    type(tab, 'Apples')
    await browsers.wait(2000)
    const apples = tab.session.id
    tab.session.beginNew()
    expect([title(tab), tab.session.id === apples]).toEqual(['', false])
    type(tab, 'Bears')
    await browsers.wait(2000)
    expect(await titles(ada)).toEqual(['Apples', 'Bears'])
    expect(title(await browsers.open(device))).toBe('Bears')
    expect(title(await browsers.open(device, { wanted: apples }))).toBe('Apples')
    expect((await browsers.open(device, { isNew: true })).session.getState()).toMatchObject({ text: { title: '' }, isMissing: false })
    const missing = await browsers.open(device, { wanted: '0'.repeat(32) })
    expect(missing.session.getState()).toMatchObject({ text: { title: '' }, isMissing: true })
    type(missing, 'Cherries')
    expect(missing.session.getState().isMissing).toBe(false)
  })

  it('New texts that wait on the device are offered one by one, before what the server has', async () => {
    const { browsers, device, ada, onDevice } = await begin()
    const tab = await browsers.open(device)
    device.isOnline = false
    for (const each of ['Apples', 'Bears']) {
      type(tab, each)
      await browsers.wait(500)
      tab.session.beginNew()
    }
    tab.crash()
    device.isOnline = true
    for (const each of ['Bears', 'Apples']) {
      const again = await browsers.open(device)
      expect(title(again)).toBe(each)
      await browsers.wait(2000)
      again.leave()
    }
    expect([await titles(ada), await onDevice()]).toEqual([['Apples', 'Bears'], []])
  })

  it('An imported draft is continued only if it is requested', async () => {
    const { browsers, device, ada } = await begin()
    const id = IMPORTED_DRAFT.padEnd(32, 'a')
    const body = { sequence: 0, baseRevision: 0, title: 'Imported', category: 'life', image: '', content: '<p>x</p>' }
    await ada.call(saveDraft, { params: { postId: id }, body })
    expect(title(await browsers.open(device))).toBe('')
    expect(title(await browsers.open(device, { wanted: id }))).toBe('Imported')
  })

  it('A text that version 0.1 left on the device is offered once', async () => {
    const { browsers, device, ada, onDevice } = await begin()
    const text = { title: 'Begun in 0.1', category: 'life', image: '', content: '<p>x</p>' }
    const former = {
      id: 'ab'.repeat(16),
      writer: 'cd'.repeat(16),
      sequence: 2,
      follows: 0,
      begun: [],
      baseRevision: null,
      savedAt: 5,
      text,
    }
    device.storage.setItem(`post-draft/${ada.id}/new/${former.writer}`, JSON.stringify({ ...former, isEnded: false }))
    const tab = await browsers.open(device)
    expect(title(tab)).toBe('Begun in 0.1')
    await browsers.wait(2000)
    expect([await titles(ada), await onDevice(), device.storage.length]).toEqual([['Begun in 0.1'], [], 0])
  })

  it('Text typed while a post is published goes on as a change of it, with an audience that was chosen meanwhile', async () => {
    const { browsers, device, ada } = await begin()
    const tab = await browsers.open(device)
    type(tab, 'Sent')
    tab.session.change({ audience: 'family' })
    const publishing = tab.publish()
    type(tab, 'Sent, and more')
    tab.session.change({ audience: 'readers' })
    await publishing
    await browsers.wait(2000)
    expect(tab.session.getState()).toMatchObject({ base: { revision: 1, text: { title: 'Sent' } }, text: { audience: 'readers' } })
    expect(await drafts(ada)).toMatchObject([{ postId: tab.postId, title: 'Sent, and more' }])
  })

  it('A post whose publication had no response is recognised, and goes on without a question', async () => {
    const { browsers, device, ada } = await begin()
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
    expect(await versions(ada, postId)).toMatchObject([
      { revision: 2, title: 'Sent, and more' },
      { revision: 1, title: 'Sent' },
    ])
  })

  it('A form says that somebody else has published its post, and replaces that only after a choice', async () => {
    const { browsers, device, ada, post } = await begin()
    const { _id: postId } = await post()
    const ben = await blog().makeAdmin()
    const tab = await browsers.open(device, { postId })
    type(tab, 'Mine')
    await ben.call(updatePost, { params: { postId, userId: ben.id }, body: { title: 'Theirs' } })
    await browsers.wait(2000)
    expect(tab.session.getState()).toMatchObject({ base: { revision: 1 }, latestRevision: 2, compared: null })
    await tab.publish()
    expect([tab.isOpen, tab.session.otherText?.title, (await versions(ada, postId))[0]?.title]).toEqual([true, 'Theirs', 'Theirs'])
    tab.session.takeOther()
    await browsers.wait(2000)
    expect([title(tab), says(tab), await titles(ada)]).toEqual(['Theirs', 'Nothing', []])
    const kept = (await versions(ada, postId)).find(({ revision }) => revision === null)
    expect(await ada.call(getRevision, { params: { postId, version: kept?.id ?? '' } })).toMatchObject({ content: '<p>Mine</p>' })
  })

  it('A form opens although the server does not say what it has', async () => {
    const { browsers, device, ada } = await begin()
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
    expect(await titles(ada)).toEqual(['Apples', 'Bears'])
  })
})
