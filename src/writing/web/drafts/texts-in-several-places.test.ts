import { describe, expect, it } from 'vitest'
import { useTestApp } from '#tests/support/engines.ts'
import { getDraft } from '#writing/contract/writing.endpoints.ts'
import { beginWriting, listTitles, listVersions, says, titleIn, type } from '#tests/support/writing/browsers.ts'

describe('A text in several places', () => {
  const blog = useTestApp('sqlite')

  it('A text goes on on another device without a question, and an idle form shows what another one has saved', async () => {
    const { browsers, device, phone, ada } = await beginWriting(blog())
    const tab = await browsers.open(device)
    type(tab, 'At home')
    await browsers.wait(2000)
    const bus = await browsers.open(phone)
    expect(bus.session.getState()).toMatchObject({ text: { title: 'At home' }, restored: { place: 'server' } })
    type(bus, 'At home, and on the bus')
    await browsers.wait(2000)
    tab.session.wake()
    await browsers.wait(0)
    expect([titleIn(tab), await listTitles(ada)]).toEqual(['At home, and on the bus', ['At home, and on the bus']])
  })

  it('A form with files that are not stored yet keeps its text, and asks once a file is stored', async () => {
    const { browsers, device, phone } = await beginWriting(blog())
    const tab = await browsers.open(device)
    type(tab, 'On the bus')
    await browsers.wait(2000)
    const home = await browsers.open(phone)
    type(home, 'At home')
    await browsers.wait(2000)
    tab.session.keepFor(() => true)
    tab.session.wake()
    await browsers.wait(0)
    expect([titleIn(tab), tab.session.getState().editorKey]).toEqual(['On the bus', 0])
    tab.session.change({ content: '<p>On the bus</p><img src="/files/a.webp" alt="">' })
    await browsers.wait(2000)
    expect([titleIn(tab), tab.session.otherText?.title]).toEqual(['On the bus', 'At home'])
  })

  for (const choice of ['keepMine', 'takeOther'] as const) {
    it(`Of two texts that were changed in two places both are shown once, and the one that is not chosen stays as a version (${choice})`, async () => {
      const { browsers, device, phone, post, ada } = await beginWriting(blog())
      const { _id: postId } = await post()
      const [tab, bus] = [await browsers.open(device, { postId }), await browsers.open(phone, { postId })]
      type(tab, 'At home')
      await browsers.wait(2000)
      type(bus, 'On the bus')
      await browsers.wait(2000)
      expect([says(bus), bus.session.otherText?.title]).toEqual(['Saved on this device. Please choose between your two texts.', 'At home'])
      await bus.session[choice]()
      await browsers.wait(2000)
      const [chosen, other] = choice === 'keepMine' ? ['On the bus', 'At home'] : ['At home', 'On the bus']
      expect([titleIn(bus), bus.session.otherText, says(bus), await listTitles(ada)]).toEqual([
        chosen,
        null,
        'Saved on the server',
        [chosen],
      ])
      expect(await listVersions(ada, postId)).toMatchObject([
        { revision: 1, title: 'Published' },
        { revision: null, title: other },
      ])
      // Nobody else sees it.
      expect(await listVersions(await blog().makeAdmin(), postId)).toHaveLength(1)
    })
  }

  it('Both texts of two tabs that were not online survive, and are shown', async () => {
    const { browsers, device, ada, post } = await beginWriting(blog())
    const { _id: postId } = await post()
    const [one, two] = [await browsers.open(device, { postId }), await browsers.open(device, { postId })]
    device.isOnline = false
    type(one, 'First tab')
    type(two, 'Second tab')
    await browsers.wait(2000)
    for (const tab of [one, two]) tab.crash()
    device.isOnline = true
    const again = await browsers.open(device, { postId })
    await browsers.wait(2000)
    expect(new Set([titleIn(again), again.session.otherText?.title])).toEqual(new Set(['First tab', 'Second tab']))
    const [mine, other] = [titleIn(again), again.session.otherText?.title]
    await again.session.keepMine()
    await browsers.wait(2000)
    expect([await listTitles(ada), (await listVersions(ada, postId))[1]?.title]).toEqual([[mine], other])
    expect(await device.drafts.list(ada.id)).toEqual([])
  })

  it('Equal texts of two places are no question', async () => {
    const { browsers, device, phone } = await beginWriting(blog())
    const tab = await browsers.open(device)
    type(tab, 'a')
    await browsers.wait(2000)
    const bus = await browsers.open(phone)
    for (const each of [tab, bus]) type(each, 'a and b')
    await browsers.wait(5000)
    for (const each of [tab, bus]) expect([says(each), each.session.getState().conflict]).toEqual(['Saved on the server', null])
  })

  it('A discarded text is gone on every device, also when it was discarded without a line, and can be taken back', async () => {
    const { browsers, device, phone, ada, onDevice } = await beginWriting(blog())
    const tab = await browsers.open(device)
    type(tab, 'Precious')
    await browsers.wait(2000)
    const bus = await browsers.open(phone)
    device.isOnline = false
    tab.session.discard()
    await browsers.wait(2000)
    expect([titleIn(tab), says(tab)]).toEqual(['', 'Nothing'])
    tab.leave()
    device.isOnline = true
    const again = await browsers.open(device)
    expect([titleIn(again), again.session.getState().restored]).toEqual(['', null])
    await browsers.wait(2000)
    expect([await listTitles(ada), await onDevice()]).toEqual([[], []])
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
    expect([titleIn(again), await onDevice()]).toEqual(['Precious', ['Precious']])
    device.isOnline = true
    again.session.wake()
    await browsers.wait(5000)
    expect(await listTitles(ada)).toEqual(['Precious'])
  })

  it('A text that was typed on after it was discarded in other places goes on as one text under another id', async () => {
    const { browsers, device, phone, ada } = await beginWriting(blog())
    const tab = await browsers.open(device)
    type(tab, 'a')
    await browsers.wait(2000)
    const { id } = tab.session.getState()
    const bus = await browsers.open(phone)
    tab.session.discard()
    await browsers.wait(2000)
    type(bus, 'a and b')
    await browsers.wait(3000)
    tab.session.takeBack()
    await browsers.wait(3000)
    expect(bus.session.getState().id).not.toBe(id)
    expect([tab.session.getState().id, tab.session.otherText?.title]).toEqual([bus.session.getState().id, 'a and b'])
    expect(await listTitles(ada)).toEqual(['a and b'])
  })

  it('A discarded edit leaves the published text, and the next one is based on it', async () => {
    const { browsers, device, post, ada } = await beginWriting(blog())
    const { _id: postId } = await post()
    const tab = await browsers.open(device, { postId })
    type(tab, 'An edit')
    await browsers.wait(2000)
    tab.session.discard()
    await browsers.wait(2000)
    expect([titleIn(tab), await listTitles(ada)]).toEqual(['Published', []])
    type(tab, 'Another edit')
    await browsers.wait(2000)
    expect(await ada.call(getDraft, { params: { postId } })).toMatchObject({ draft: { title: 'Another edit', baseRevision: 1 } })
  })

  it('Several new texts are written at a time: each is opened by its id, the newest without one', async () => {
    const { browsers, device, ada } = await beginWriting(blog())
    const tab = await browsers.open(device)
    type(tab, 'Apples')
    await browsers.wait(2000)
    const apples = tab.session.getState().id
    await tab.beginNew()
    expect([titleIn(tab), tab.session.getState().id === apples]).toEqual(['', false])
    type(tab, 'Bears')
    await browsers.wait(2000)
    expect(await listTitles(ada)).toEqual(['Apples', 'Bears'])
    expect(titleIn(await browsers.open(device))).toBe('Bears')
    expect(titleIn(await browsers.open(device, { wanted: apples }))).toBe('Apples')
    expect((await browsers.open(device, { isNew: true })).session.getState()).toMatchObject({ text: { title: '' }, isMissing: false })
    const missing = await browsers.open(device, { wanted: '0'.repeat(32) })
    expect(missing.session.getState()).toMatchObject({ text: { title: '' }, isMissing: true })
    type(missing, 'Cherries')
    expect(missing.session.getState().isMissing).toBe(false)
  })

  it('New texts that wait on the device are offered one by one, before what the server has', async () => {
    const { browsers, device, ada, onDevice } = await beginWriting(blog())
    const tab = await browsers.open(device)
    device.isOnline = false
    for (const each of ['Apples', 'Bears']) {
      type(tab, each)
      await browsers.wait(500)
      await tab.beginNew()
    }
    tab.crash()
    device.isOnline = true
    for (const each of ['Bears', 'Apples']) {
      const again = await browsers.open(device)
      expect(titleIn(again)).toBe(each)
      await browsers.wait(2000)
      again.leave()
    }
    expect([await listTitles(ada), await onDevice()]).toEqual([['Apples', 'Bears'], []])
  })

  it('A text that version 0.1 left on the device is offered once', async () => {
    const { browsers, device, ada, onDevice } = await beginWriting(blog())
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
    device.drafts.stored.set(`${ada.id}/new/${former.writer}`, { ...former, isEnded: false })
    const tab = await browsers.open(device)
    expect(titleIn(tab)).toBe('Begun in 0.1')
    await browsers.wait(2000)
    expect([await listTitles(ada), await onDevice(), device.drafts.stored.size]).toEqual([['Begun in 0.1'], [], 0])
  })
})
