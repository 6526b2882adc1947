import { describe, expect, it } from 'vitest'
import { useTestApp } from '#tests/support/engines.ts'
import { isNowhere } from './writing-state.ts'
import { beginWriting, listTitles, says, titleIn, type } from '#tests/support/writing/browsers.ts'

describe('A form saves its text', () => {
  const blog = useTestApp('sqlite')

  it('A form saves on the device and then on the server while the writer goes on, and keeps nothing on the device that the server has', async () => {
    const { browsers, device, onDevice, ada } = await beginWriting(blog())
    const tab = await browsers.open(device)
    for (let letter = 1; letter <= 40; letter += 1) {
      type(tab, 'x'.repeat(letter))
      expect(says(tab)).toBe('Saving…')
      await browsers.wait(100)
      const [kept = ''] = await onDevice()
      const onServer = browsers.savedTitle().length
      // A third of a second at ten letters a second.
      expect(letter - Math.max(kept.length, onServer)).toBeLessThanOrEqual(4)
      expect(letter - onServer).toBeLessThanOrEqual(20)
    }
    await browsers.wait(2000)
    expect([says(tab), await listTitles(ada), await onDevice()]).toEqual(['Saved on the server', ['x'.repeat(40)], []])
    expect(browsers.saves().length).toBeLessThan(8)
  })

  it('A call without a response is repeated unchanged, and the newer text follows', async () => {
    const { browsers, device, ada } = await beginWriting(blog())
    const tab = await browsers.open(device)
    type(tab, 'First')
    device.lost = 1
    await browsers.wait(1100)
    expect(says(tab)).toBe('Offline: saved on this device')
    type(tab, 'Second')
    await browsers.wait(10_000)
    expect(browsers.saves().map(({ body }) => [body.sequence, body.title])).toEqual([
      [0, 'First'],
      [0, 'First'],
      [1, 'Second'],
    ])
    expect([says(tab), await listTitles(ada)]).toEqual(['Saved on the server', ['Second']])
  })

  it('A page that died before its call had a response is continued by the next one, and nothing is shown', async () => {
    const { browsers, device, ada } = await beginWriting(blog())
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
    expect([titleIn(again), again.session.getState().conflict, await listTitles(ada)]).toEqual(['Second', null, ['Second']])
  })

  it('Retries become rarer, stop without a session until the writer signs in, and come at once when the connection is back', async () => {
    const { browsers, device } = await beginWriting(blog())
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
    const { browsers, device, onDevice, ada } = await beginWriting(blog())
    const tab = await browsers.open(device)
    const long = 'x'.repeat(300)
    type(tab, long)
    await browsers.wait(60_000)
    expect(says(tab)).toBe('Saved on this device. The server did not accept it: The title is too long.')
    expect([browsers.saves().length, await onDevice()]).toEqual([1, [long]])
    const longest = 'x'.repeat(200)
    type(tab, longest)
    await browsers.wait(2000)
    expect([says(tab), await listTitles(ada)]).toEqual(['Saved on the server', [longest]])
  })

  it('A text that is stored nowhere is reported, and a page that is left then asks', async () => {
    const { browsers, device } = await beginWriting(blog())
    const tab = await browsers.open(device)
    device.drafts.fillUp()
    device.isOnline = false
    type(tab, 'a')
    await browsers.wait(2000)
    expect(says(tab)).toMatch(/^Not saved: the server cannot be reached, and this browser keeps nothing/)
    expect(isNowhere(tab.session.getState())).toBe(true)
    device.isOnline = true
    await browsers.wait(10_000)
    expect(says(tab)).toMatch(/^Saved on the server\. This browser keeps nothing/)
    expect(isNowhere(tab.session.getState())).toBe(false)
  })

  it('A page that is left sends its last text and stores it', async () => {
    const { browsers, device, onDevice, ada } = await beginWriting(blog())
    const tab = await browsers.open(device)
    type(tab, 'Last words')
    tab.leave()
    expect(await onDevice()).toEqual(['Last words'])
    await browsers.wait(0)
    expect(await listTitles(ada)).toEqual(['Last words'])
  })
})
