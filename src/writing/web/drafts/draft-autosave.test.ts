import { describe, expect, test } from 'vitest'
import { ApiError } from '#ui/api/api-error.ts'
import { draft, makeStorage, putDraft, scope, stored, text } from '#tests/support/draft-parts.ts'
import { EMPTY_POST } from '#writing/web/post-form/post-text.ts'
import { plainDrafts } from './device-drafts.ts'
import { type Draft, type KnownDraft, sortDrafts } from './draft.ts'
import { DraftAutosave } from './draft-autosave.ts'
import { toStatusLine } from './save-status.tsx'
import type { SaveStatus } from './writing-state.ts'

describe('The autosave', () => {
  const offline = new ApiError({ status: 0, code: 'network', message: 'no line' })

  /** A device and a server that can be made to fail, and a clock that is moved by hand. */
  const makeAutosave = () => {
    const storage = makeStorage()
    const device = plainDrafts(() => storage)
    const timers = new Set<{ at: number; work: () => void }>()
    const world = {
      now: 0,
      trouble: null as unknown,
      deviceFails: false,
      saved: [] as Draft[],
      calls: 0,
      conflicts: [] as string[],
      last: [] as Draft[],
    }
    let status: SaveStatus | undefined
    const adopt = (adopted: KnownDraft | null) =>
      new DraftAutosave(
        {
          scope,
          device: {
            ...device,
            change: async (...call) => (world.deviceFails ? Promise.reject(new Error('full')) : device.change(...call)),
          },
          server: {
            save: async (_, each) => {
              world.calls += 1
              if (world.trouble !== null) throw world.trouble
              world.saved.push(each)
              return { savedAt: '', revision: 1, others: [] }
            },
            saveLast: async (_, each) => {
              world.last.push(each)
              return { savedAt: '', revision: 1, others: [] }
            },
          },
          now: () => world.now,
          after: (ms, work) => {
            const timer = { at: world.now + ms, work }
            timers.add(timer)
            return () => timers.delete(timer)
          },
          onStatus: (next) => {
            status = next
          },
          onSaved: () => {},
          onConflict: (formerId) => world.conflicts.push(formerId),
        },
        adopted,
      )
    const go = async (ms: number) => {
      const end = world.now + ms
      for (;;) {
        const [next] = [...timers].filter(({ at }) => at <= end).toSorted((a, b) => a.at - b.at)
        if (!next) break
        timers.delete(next)
        world.now = next.at
        next.work()
        for (let round = 0; round < 3; round += 1) await new Promise(setImmediate)
      }
      world.now = end
      await new Promise(setImmediate)
    }
    const onDevice = async () => (await device.list(scope)).map(({ text: { title } }) => title)
    const autosave = adopt(null)
    return {
      autosave,
      adopt,
      device,
      world,
      go,
      onDevice,
      fillUp: storage.fillUp,
      says: () => status && toStatusLine(status, 'Nothing').text,
    }
  }

  test('The autosave saves on the device and then on the server while the writer goes on, never later than two seconds', async () => {
    const { autosave, world, go, onDevice, says } = makeAutosave()
    for (let letter = 1; letter <= 40; letter += 1) {
      autosave.change(text('x'.repeat(letter)), 1)
      await go(100)
      const [kept = ''] = await onDevice()
      // A third of a second at ten letters a second.
      expect(letter - kept.length).toBeLessThanOrEqual(4)
      expect(letter - (world.saved.at(-1)?.text.title.length ?? 0)).toBeLessThanOrEqual(20)
    }
    await go(2000)
    expect(world.saved.at(-1)?.text.title).toHaveLength(40)
    expect(world.saved.length).toBeLessThan(8)
    expect(says()).toBe('Saved on the server')
    expect(world.saved.map(({ sequence }) => sequence)).toEqual(world.saved.map(({ sequence }) => sequence).toSorted((a, b) => a - b))
  })

  test('The autosave reports that the server cannot be reached, and retries, at once when the connection is back', async () => {
    const { autosave, world, go, onDevice, says } = makeAutosave()
    world.trouble = new ApiError({ status: 0, code: 'network', message: 'no line' })
    autosave.change(text('a'), 1)
    expect(says()).toBe('Saving…')
    await go(400)
    expect(says()).toBe('Saved on this device')
    await go(59_000)
    expect(says()).toMatch(/^Offline: saved on this device/)
    expect(await onDevice()).toEqual(['a'])
    world.trouble = null
    autosave.wake()
    await go(0)
    expect(says()).toBe('Saved on the server')
    world.trouble = new ApiError({ status: 503, code: 'unavailable', message: 'busy' })
    autosave.change(text('b'), 1)
    await go(2000)
    world.trouble = null
    await go(20_000)
    expect(says()).toBe('Saved on the server')
    expect(world.saved.at(-1)?.text.title).toBe('b')
  })

  test('The autosave shows why the server refused a text, and sends again only another one', async () => {
    const { autosave, world, go, says } = makeAutosave()
    world.trouble = new ApiError({ status: 413, code: 'too_large', message: 'Too large.' })
    autosave.change(text('a'), 1)
    await go(60_000)
    expect(says()).toBe('Saved on this device. The server did not accept it: Too large.')
    world.trouble = null
    await go(60_000)
    expect(world.saved).toEqual([])
    autosave.change(text('b'), 1)
    await go(2000)
    expect(says()).toBe('Saved on the server')
  })

  test('The autosave reports a text that is stored nowhere, and stores it when there is room again', async () => {
    const { autosave, world, go, onDevice, says } = makeAutosave()
    world.deviceFails = true
    world.trouble = new ApiError({ status: 0, code: 'network', message: 'no line' })
    autosave.change(text('a'), 1)
    await go(2000)
    expect(says()).toMatch(/^Not saved: the server cannot be reached, and this browser keeps nothing/)
    world.trouble = null
    await go(4000)
    expect(says()).toMatch(/^Saved on the server\. This browser keeps nothing/)
    world.deviceFails = false
    await go(10_000)
    expect(await onDevice()).toEqual(['a'])
    expect(says()).toBe('Saved on the server')
  })

  test('A discarded text is deleted by a save that ends the draft, which is retried, and can be taken back', async () => {
    const { autosave, world, go, onDevice, device, says } = makeAutosave()
    autosave.change(text('a'), 1)
    await go(2000)
    world.trouble = offline
    void autosave.discard()
    await go(0)
    expect([says(), await onDevice()]).toEqual(['Nothing', ['a']])
    expect(await device.list(scope)).toMatchObject([{ id: autosave.id, sequence: 2, isEnded: true, text: text('a') }])
    world.trouble = null
    await go(5000)
    expect(world.saved.map(({ sequence, isEnded }) => [sequence, isEnded])).toEqual([
      [1, false],
      [2, true],
    ])
    // Without the text, for a page that was rendered before that.
    expect(await device.list(scope)).toMatchObject([{ id: autosave.id, sequence: 2, follows: 2, isEnded: true, text: EMPTY_POST }])
    await go(60_000)
    expect(world.saved).toHaveLength(2)
    autosave.change(text('b'), 1)
    await go(2000)
    expect(world.saved.at(-1)).toMatchObject({ id: autosave.id, sequence: 3, follows: 2, isEnded: false })
  })

  test('Retries become rarer, and stop without a session until the writer signs in', async () => {
    const { autosave, world, go, says } = makeAutosave()
    world.trouble = offline
    autosave.change(text('a'), 1)
    await go(5 * 60_000)
    // After 1, 6, 16, 36, 76, 136, 196, 256 seconds.
    expect(world.calls).toBe(8)
    world.trouble = new ApiError({ status: 401, code: 'not_signed_in', message: 'no session' })
    autosave.wake()
    await go(0)
    expect([world.calls, says()]).toEqual([9, 'Signed out: saved on this device'])
    autosave.change(text('ab'), 1)
    await go(60_000)
    void autosave.discard()
    await go(60_000)
    expect(world.calls).toBe(9)
    world.trouble = null
    autosave.wake()
    await go(0)
    expect(world.saved.at(-1)).toMatchObject({ isEnded: true })
  })

  test('A form that opens a draft goes on as its writer, and saves it again only if the server does not have it', async () => {
    const { adopt, world, go, onDevice, device } = makeAutosave()
    const known: KnownDraft = { ...draft('a', 5), place: 'both', copies: [draft('a', 5)] }
    await putDraft(device, scope, draft('a', 5))
    const autosave = adopt(known)
    await go(60_000)
    expect([world.calls, autosave.id]).toEqual([0, 'a'])
    autosave.change(text('more'), 1)
    await go(2000)
    expect(world.saved).toMatchObject([{ id: 'a', writer: autosave.writer, sequence: 6, follows: 5 }])
    expect(await onDevice()).toEqual(['more'])

    const typed = adopt({ ...draft('b', 9, { follows: 5 }), place: 'device', copies: [draft('b', 9)] })
    await go(0)
    expect(world.saved.at(-1)).toMatchObject({ id: 'b', writer: typed.writer, sequence: 10, follows: 5, text: { title: 'b9' } })
  })

  test('A draft that another form has continued is left to it: the text is saved as another draft, and a deletion is dropped', async () => {
    const { adopt, autosave, world, go, onDevice } = makeAutosave()
    autosave.change(text('mine'), 1)
    await go(2000)
    const before = autosave.id
    const conflict = new ApiError({ status: 409, code: 'draft_conflict', message: 'continued' })
    world.trouble = conflict
    autosave.change(text('mine, too'), 1)
    await go(1000)
    world.trouble = null
    await go(1000)
    expect(world.conflicts).toEqual([before])
    expect(autosave.id).not.toBe(before)
    expect(world.saved.at(-1)).toMatchObject({ id: autosave.id, follows: 0, text: { title: 'mine, too' } })
    expect(await onDevice()).toEqual(['mine, too'])

    const other = adopt({ ...draft('b', 9), place: 'server', copies: [] })
    world.trouble = conflict
    await other.discard()
    await go(60_000)
    expect(world.conflicts).toEqual([before, 'b'])
    expect(await onDevice()).toEqual(['mine, too'])
  })

  test('The autosave ends with the publication, and ends what was saved while it was being sent', async () => {
    const { autosave, go, device, world } = makeAutosave()
    autosave.change(text('a'), 1)
    await go(2000)
    const mark = autosave.takeMark()
    expect(mark).toMatchObject({ id: autosave.id, sequence: 2 })
    autosave.change(text('a and more'), 1)
    await autosave.published(mark)
    expect(await device.list(scope)).toMatchObject([{ isEnded: true, text: EMPTY_POST }])
    await go(60_000)
    expect(world.saved.map(({ sequence, isEnded }) => [sequence, isEnded])).toEqual([
      [1, false],
      [4, true],
    ])
  })

  test('A page that was rendered before the server had published or ended a draft does not restore it', async () => {
    const { adopt, go, device, world } = makeAutosave()
    const published = adopt(null)
    published.change(text('published'), 1)
    const discarded = adopt(null)
    discarded.change(text('discarded'), 1)
    await go(2000)
    const rendered = stored(world.saved.map((saved) => ({ ...saved, follows: saved.sequence })))
    expect(rendered.drafts.map((each) => each.text.title)).toEqual(['published', 'discarded'])
    await published.published(published.takeMark())
    void discarded.discard()
    await go(2000)
    expect(sortDrafts({ device: await device.list(scope), server: rendered, published: EMPTY_POST })).toMatchObject({ open: [] })
  })

  test('A page that is being unloaded stores its text at once, and reports if it could not', async () => {
    const { autosave, go, onDevice, fillUp } = makeAutosave()
    expect(autosave.flushNow()).toBe(true)
    autosave.change(text('a'), 1)
    expect(autosave.flushNow()).toBe(true)
    expect(await onDevice()).toEqual(['a'])
    fillUp()
    autosave.change(text('ab'), 1)
    expect(autosave.flushNow()).toBe(false)
    await go(2000)
    expect(autosave.flushNow()).toBe(true)
  })

  test('A deletion that is not saved yet when the page is unloaded is stored and sent at once, and names what it deletes', async () => {
    const { adopt, device, fillUp, go, world } = makeAutosave()
    const former = draft('a', 5, { follows: 0, begun: [{ writer: 'older', sequence: 2 }] })
    await putDraft(device, scope, former)
    const autosave = adopt({ ...former, place: 'device', copies: [former] })
    world.deviceFails = true
    world.trouble = offline
    void autosave.discard()
    expect(autosave.flushNow()).toBe(true)
    const deletion = { id: 'a', writer: autosave.writer, sequence: 7, isEnded: true, text: former.text }
    const begun = [
      { writer: 'a writer', sequence: 5 },
      { writer: 'older', sequence: 2 },
    ]
    expect(world.last).toMatchObject([{ ...deletion, begun }])
    expect(await device.list(scope)).toMatchObject([former, { ...deletion, begun }])
    expect(sortDrafts({ device: await device.list(scope), server: stored([former]), published: EMPTY_POST })).toMatchObject({
      open: [],
      ending: [deletion],
      over: [former],
    })
    fillUp()
    expect(autosave.flushNow()).toBe(true)
    // A text is not sent: it may be long.
    autosave.change(text('again'), 1)
    await go(0)
    expect([autosave.flushNow(), world.last.length]).toEqual([false, 2])
  })

  test('The autosave saves the rest when the page closes', async () => {
    const { autosave, world, go, onDevice } = makeAutosave()
    autosave.change(text('last words'), 1)
    autosave.close()
    await go(0)
    expect(await onDevice()).toEqual(['last words'])
    expect(world.saved).toHaveLength(1)
    autosave.change(text('after the end'), 1)
    await go(60_000)
    expect(await onDevice()).toEqual(['last words'])
  })
})
