import { describe, expect, test } from 'vitest'
import { ApiError } from '#ui/api/api-error.ts'
import { EMPTY_POST, type PostText } from '#writing/web/post-form/post-text.ts'
import { type DeviceDrafts, firstThatWorks, parseDraft, plainDrafts } from './device-drafts.ts'
import { type Draft, type DraftScope, newWriter, sortDrafts } from './draft.ts'
import { DraftAutosave } from './draft-autosave.ts'
import { DraftDeletions } from './draft-deletions.ts'
import { toStatusLine } from './save-status.tsx'
import type { SaveStatus } from './writing-state.ts'

const scope = { userId: 'u1', postId: 'p1' }
const text = (title: string): PostText => ({ ...EMPTY_POST, title })
const draft = (writer: string, sequence: number, parts: Partial<Draft> = {}): Draft => ({
  writer,
  sequence,
  baseRevision: 1,
  savedAt: sequence,
  text: text(`${writer}${sequence}`),
  replaces: [],
  ...parts,
})

const put = (drafts: DeviceDrafts, of: DraftScope, each: Draft) => drafts.change(of, each, each.replaces)

/** A storage as browsers have it, with room for `size` characters. */
const makeStorage = (size = Infinity) => {
  let room = size
  const stored = new Map<string, string>()
  return {
    get length() {
      return stored.size
    },
    fillUp: () => {
      room = 0
    },
    key: (index: number) => [...stored.keys()][index] ?? null,
    getItem: (key: string) => stored.get(key) ?? null,
    removeItem: (key: string) => void stored.delete(key),
    setItem: (key: string, value: string) => {
      if (value.length > room) throw new DOMException('full', 'QuotaExceededError')
      stored.set(key, value)
    },
  }
}

describe('Drafts on the device', () => {
  test('Drafts are stored by user, post and writer; one that another continues is deleted with it, unless it has newer changes', async () => {
    const drafts = plainDrafts(() => storage)
    const storage = makeStorage()
    await put(drafts, scope, draft('a', 1))
    await put(drafts, scope, draft('b', 4))
    await put(drafts, { ...scope, userId: 'u2' }, draft('c', 1))
    await put(drafts, { ...scope, postId: 'p2' }, draft('d', 1))
    expect((await drafts.list(scope)).map(({ writer }) => writer)).toEqual(['a', 'b'])
    await put(drafts, scope, draft('e', 1, { replaces: [draft('a', 1), draft('b', 3)] }))
    expect((await drafts.list(scope)).map(({ writer }) => writer)).toEqual(['b', 'e'])
    await drafts.change(scope, null, [{ writer: 'e', sequence: 1 }])
    expect(await drafts.list(scope)).toEqual([draft('b', 4)])
  })

  test('A draft is stored in the next place if one is full, and its older text is deleted there', async () => {
    const [small, large] = [makeStorage(200), makeStorage()]
    const drafts = firstThatWorks([plainDrafts(() => small), plainDrafts(() => large)])
    await put(drafts, scope, draft('a', 1))
    const long = draft('a', 2, { text: text('x'.repeat(300)) })
    await put(drafts, scope, long)
    expect([small.length, large.length]).toEqual([0, 1])
    expect(await drafts.list(scope)).toEqual([long])
    await drafts.change(scope, null, [long])
    expect(await drafts.list(scope)).toEqual([])
    const nowhere = firstThatWorks([plainDrafts(() => makeStorage(1))])
    await expect(put(nowhere, scope, draft('a', 1))).rejects.toThrow('full')
  })

  test('A broken draft reads as none', () => {
    for (const stored of [null, 1, 'x', {}, [], { ...draft('a', 1), text: null }, { ...draft('a', 1), sequence: 'x' }]) {
      expect(parseDraft(stored)).toBe(null)
    }
    expect(parseDraft({ ...draft('a', 1), text: { ...EMPTY_POST, category: 'Cars and <b>' } })).toBe(null)
    expect(parseDraft(draft('a', 1))).toEqual(draft('a', 1))
  })
})

describe('Deletion of discarded drafts', () => {
  const makeDeletions = () => {
    const world = { trouble: null as unknown, ended: [] as string[], retries: [] as (() => void)[] }
    const storage = makeStorage()
    const open = () =>
      new DraftDeletions(scope, {
        storage: () => storage,
        server: {
          end: async (_, { writer, sequence }) => {
            if (world.trouble !== null) throw world.trouble
            world.ended.push(`${writer}${sequence}`)
          },
        },
        after: (_, work) => {
          world.retries.push(work)
          return () => {}
        },
      })
    return { world, storage, open }
  }
  const offline = new ApiError({ status: 0, code: 'network', message: 'no line' })

  test('A draft whose deletion failed is deleted when the server can be reached again, also by the next page', async () => {
    const { world, storage, open } = makeDeletions()
    world.trouble = offline
    await open().add([{ writer: 'a', sequence: 2 }])
    const next = open()
    expect(next.pending).toEqual([{ writer: 'a', sequence: 2 }])
    await next.retry()
    expect(world.retries).toHaveLength(2)
    world.trouble = null
    world.retries.at(-1)?.()
    await new Promise(setImmediate)
    expect(world.ended).toEqual(['a2'])
    expect([next.pending, storage.length]).toEqual([[], 0])
  })

  test('A deletion that the server refuses is not tried again', async () => {
    const { world, open } = makeDeletions()
    world.trouble = new ApiError({ status: 404, code: 'not_found', message: 'no such post' })
    const deletions = open()
    await deletions.add([{ writer: 'a', sequence: 1 }])
    expect([deletions.pending, world.retries]).toEqual([[], []])
  })

  test('A draft that was deleted on the device is not offered again, although the server still has it', () => {
    const server = { revision: 1, drafts: [draft('a', 5)], ended: [] }
    const places = { device: [], server, published: text('published') }
    expect(sortDrafts({ ...places, deleted: [{ writer: 'a', sequence: 6 }] }).open).toEqual([])
    expect(sortDrafts({ ...places, deleted: [{ writer: 'a', sequence: 4 }] }).open).toHaveLength(1)
  })
})

test('The latest draft of each writer counts, the newest comes first, and drafts that are over are listed separately', () => {
  const published = text('published')
  const device = [draft('a', 3), draft('b', 9), draft('gone', 2), draft('same', 1, { text: published })]
  const server = { revision: 1, drafts: [draft('a', 5), draft('b', 9), draft('c', 7)], ended: [{ writer: 'gone', sequence: 2 }] }
  const { open, over } = sortDrafts({ device, server, published })
  expect(open.map(({ writer, sequence, place }) => [writer, sequence, place])).toEqual([
    ['b', 9, 'both'],
    ['c', 7, 'server'],
    ['a', 5, 'server'],
  ])
  expect(over.map(({ writer }) => writer).toSorted()).toEqual(['gone', 'same'])
  // It has newer changes since it was ended elsewhere.
  expect(sortDrafts({ device: [draft('gone', 3)], server, published }).open.map(({ writer }) => writer)).toContain('gone')
  expect(newWriter()).toMatch(/^[0-9a-f]{32}$/)
})

describe('The autosave', () => {
  /** A device and a server that can be made to fail, and a clock that is moved by hand. */
  const makeAutosave = () => {
    const storage = makeStorage()
    const device = plainDrafts(() => storage)
    const timers = new Set<{ at: number; work: () => void }>()
    const world = { now: 0, trouble: null as unknown, deviceFails: false, saved: [] as Draft[], ended: [] as string[] }
    let status: SaveStatus | undefined
    const autosave = new DraftAutosave({
      scope,
      writer: 'w',
      device: { ...device, change: async (...call) => (world.deviceFails ? Promise.reject(new Error('full')) : device.change(...call)) },
      server: {
        save: async (_, each) => {
          if (world.trouble !== null) throw world.trouble
          world.saved.push(each)
          return { savedAt: '', revision: 1, others: [] }
        },
      },
      deletions: { add: async (marks) => void world.ended.push(...marks.map(({ writer, sequence }) => `${writer}${sequence}`)) },
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
    })
    const go = async (ms: number) => {
      const end = world.now + ms
      for (;;) {
        const [next] = [...timers].filter(({ at }) => at <= end).toSorted((a, b) => a.at - b.at)
        if (!next) break
        timers.delete(next)
        world.now = next.at
        next.work()
        await new Promise(setImmediate)
      }
      world.now = end
      await new Promise(setImmediate)
    }
    const onDevice = async () => (await device.list(scope)).map(({ text: { title } }) => title)
    return { autosave, world, go, onDevice, fillUp: storage.fillUp, says: () => status && toStatusLine(status, 'Nothing').text }
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
    await go(60_000)
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
    expect(says()).toBe('Saved on this device. The server did not take it: Too large.')
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

  test('The autosave deletes a discarded text in both places, with the drafts that it continued', async () => {
    const { autosave, world, go, onDevice, says } = makeAutosave()
    autosave.change(text('a'), 1, [{ writer: 'before', sequence: 7 }])
    await go(500)
    await autosave.discard()
    expect(await onDevice()).toEqual([])
    expect(world.ended).toEqual(['w2', 'before7'])
    expect(says()).toBe('Nothing')
    await go(60_000)
    expect(world.saved).toEqual([])
    autosave.change(text('b'), 1)
    await go(2000)
    expect(world.saved.map(({ sequence }) => sequence)).toEqual([3])
  })

  test('The autosave ends with the publication, and deletes drafts saved while it was being sent', async () => {
    const { autosave, go, onDevice, world } = makeAutosave()
    autosave.change(text('a'), 1)
    await go(2000)
    const { mark } = autosave
    autosave.change(text('a and more'), 1)
    await autosave.published(mark)
    expect(await onDevice()).toEqual([])
    expect(world.ended).toEqual(['w3'])
    await go(60_000)
    expect(world.saved).toHaveLength(1)
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
