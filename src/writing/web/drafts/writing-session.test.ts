import { IMPORTED_WRITER } from '#writing/contract/imported-drafts.ts'
import { expect, test } from 'vitest'
import { EMPTY_POST, type PostText } from '#writing/web/post-form/post-text.ts'
import { plainDrafts } from './device-drafts.ts'
import type { Draft, ServerDrafts } from './draft.ts'
import type { Saved } from './server-drafts.ts'
import { WritingSession } from './writing-session.ts'

const scope = { userId: 'u1', postId: 'p1' }
const text = (title: string): PostText => ({ ...EMPTY_POST, title })
const draft = (writer: string, title: string, parts: Partial<Draft> = {}): Draft => ({
  writer,
  sequence: 1,
  baseRevision: 1,
  savedAt: 1,
  text: text(title),
  replaces: [],
  ...parts,
})
const PUBLISHED = { text: text('published'), revision: 1 }

interface World {
  readonly device?: readonly Draft[]
  readonly server?: ServerDrafts | null
  readonly live?: readonly string[]
  readonly wanted?: string
}

/** A session over a device that stores what it gets, and a server whose responses are set. */
const openSession = async ({ device = [], server = null, live = [], wanted }: World = {}) => {
  const stored = new Map<string, string>()
  const storage = {
    get length() {
      return stored.size
    },
    key: (index: number) => [...stored.keys()][index] ?? null,
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  }
  const drafts = plainDrafts(() => storage)
  for (const each of device) await drafts.change(scope, each, [])
  const world = {
    response: { savedAt: '', revision: 1, others: [] } as Saved,
    reads: 0,
    ended: [] as string[],
    work: [] as (() => void)[],
    writers: [] as string[],
  }
  const session = new WritingSession(
    {
      scope,
      published: PUBLISHED,
      server,
      device: drafts,
      storage: () => storage,
      drafts: {
        save: async () => world.response,
        end: async (_, { writer }) => world.ended.push(writer),
        read: async () => {
          world.reads += 1
          return { revision: 1, ended: [], drafts: [draft('elsewhere', 'on the telephone', { sequence: 5 })] }
        },
      },
      now: () => 1000,
      after: (_, work) => {
        world.work.push(work)
        return () => world.work.splice(world.work.indexOf(work), 1)
      },
      liveWriters: new Set(live),
      wanted: wanted ?? null,
      onWriter: (writer) => void world.writers.push(writer),
    },
    await drafts.list(scope),
  )
  /** Runs all work that is due. */
  const settle = async () => {
    for (const work of world.work.splice(0)) work()
    for (let round = 0; round < 3; round += 1) await new Promise(setImmediate)
  }
  const onDevice = async () => (await drafts.list(scope)).map(({ text: { title } }) => title).toSorted()
  const onDeviceOf = (postId: string) => drafts.list({ ...scope, postId })
  return { session, world, settle, onDevice, onDeviceOf, titles: () => session.getState().others.map((other) => other.text.title) }
}

test('A session starts with the newest draft that no other tab has open, under a name of its own', async () => {
  const device = [draft('old', 'old', { savedAt: 1 }), draft('new', 'new', { savedAt: 2 }), draft('live', 'live', { savedAt: 3 })]
  const { session, settle, onDevice, titles, world } = await openSession({ device, live: ['live'] })
  expect(session.getState()).toMatchObject({
    text: { title: 'new' },
    restored: { writer: 'new' },
    isOpenElsewhere: true,
    base: { revision: 1 },
    latestRevision: 1,
  })
  expect(titles()).toEqual(['live', 'old'])
  expect(session.draft.writer).toBe(world.writers[0])
  await settle()
  expect(await onDevice()).toEqual(['live', 'new', 'old'])
})

test('A session starts with the requested draft, and reports a missing one', async () => {
  const device = [draft('old', 'old', { savedAt: 1 }), draft('new', 'new', { savedAt: 2 })]
  const { session, titles, settle, onDevice } = await openSession({ device, wanted: 'old' })
  expect(session.getState()).toMatchObject({ text: { title: 'old' }, restored: { writer: 'old' }, isMissing: false })
  expect(titles()).toEqual(['new'])
  session.change({ title: 'old, and more' })
  await settle()
  expect(await onDevice()).toEqual(['new', 'old, and more'])

  const missing = await openSession({ device, wanted: 'elsewhere' })
  expect(missing.session.getState()).toMatchObject({ text: PUBLISHED.text, restored: null, isMissing: true })
  missing.session.change({ title: 'written since' })
  expect(missing.session.getState().isMissing).toBe(false)
})

test('An imported draft is continued only if it is requested', async () => {
  const writer = IMPORTED_WRITER.padEnd(32, 'a')
  const server = { revision: null, drafts: [draft(writer, 'imported', { savedAt: 2 })], ended: [] }
  const { session, titles } = await openSession({ server })
  expect(session.getState()).toMatchObject({ text: PUBLISHED.text, restored: null })
  expect(titles()).toEqual(['imported'])
  const asked = await openSession({ server, wanted: writer })
  expect(asked.session.getState()).toMatchObject({ text: { title: 'imported' }, restored: { writer } })
})

test('Another text can be started, and the previous one stays among the other drafts', async () => {
  const { session, settle, onDevice, titles } = await openSession({ device: [draft('a', 'begun')] })
  session.beginNew()
  expect(session.getState()).toMatchObject({ text: PUBLISHED.text, restored: null, editorKey: 1 })
  session.change({ title: 'new' })
  await settle()
  expect(titles()).toEqual(['begun'])
  expect(await onDevice()).toEqual(['begun', 'new'])
})

test('A session deletes drafts that are over, on the device and the server, and starts with the published text', async () => {
  const server = { revision: 1, drafts: [draft('same', 'published')], ended: [{ writer: 'gone', sequence: 1 }] }
  const { session, settle, onDevice, world } = await openSession({ device: [draft('gone', 'gone')], server })
  await settle()
  expect(session.getState()).toMatchObject({ text: PUBLISHED.text, restored: null, others: [] })
  expect(await onDevice()).toEqual([])
  expect(world.ended).toEqual(['same'])
})

test('The older version of a continued draft on the server is not another draft, also after a killed tab', async () => {
  const server = { revision: 1, drafts: [draft('before', 'as far as the server has it', { sequence: 3 })], ended: [] }
  const device = [draft('killed', 'all of it', { replaces: [{ writer: 'before', sequence: 5 }] })]
  const { session, world } = await openSession({ device, server })
  expect(session.getState()).toMatchObject({ text: { title: 'all of it' }, others: [] })
  // The server's draft is its only copy there, until the server has the text that continues it.
  expect(world.ended).toEqual([])
  expect(session.draft.replaces).toEqual([
    { writer: 'killed', sequence: 1 },
    { writer: 'before', sequence: 5 },
  ])
})

test('A draft of an older revision is marked as such, and does not replace the newer one unasked', async () => {
  const { session } = await openSession({ device: [draft('a', 'mine', { baseRevision: 0 })] })
  expect(session.getState()).toMatchObject({ latestRevision: 1, base: { revision: 0 } })
  session.compare({ kind: 'published', published: PUBLISHED })
  session.keepMine()
  expect(session.getState()).toMatchObject({ latestRevision: 1, base: PUBLISHED, text: { title: 'mine' }, otherText: null })
})

test('Taking the other text leaves the current one among the other drafts, also on the device', async () => {
  const { session, settle, onDevice, titles } = await openSession()
  session.change({ title: 'mine' })
  const published = { text: text('theirs'), revision: 2 }
  session.compare({ kind: 'published', published })
  session.takeOther()
  await settle()
  expect(session.getState()).toMatchObject({ text: published.text, base: published, editorKey: 1 })
  expect(titles()).toEqual(['mine'])
  expect(await onDevice()).toEqual(['mine'])

  const [mine] = session.getState().others
  if (mine) session.compare({ kind: 'draft', draft: mine })
  session.takeOther()
  await settle()
  expect(session.getState()).toMatchObject({ text: { title: 'mine' }, others: [], base: { revision: 1 }, latestRevision: 2 })
  expect(await onDevice()).toEqual(['mine'])
})

test('A draft of another window is read once, and a new revision of the post is noticed', async () => {
  const { session, settle, titles, world } = await openSession()
  world.response = { savedAt: '', revision: 2, others: [{ writer: 'elsewhere', sequence: 5, savedAt: '' }] }
  session.change({ title: 'a' })
  await settle()
  expect(session.getState().latestRevision).toBe(2)
  expect(titles()).toEqual(['on the telephone'])
  session.change({ title: 'b' })
  await settle()
  expect(world.reads).toBe(1)
})

test('A discarded text can be taken back', async () => {
  const { session, settle, onDevice } = await openSession({ device: [draft('a', 'precious')] })
  await settle()
  session.discard()
  await settle()
  expect(session.getState()).toMatchObject({ text: PUBLISHED.text, restored: null, discarded: { title: 'precious' } })
  expect(await onDevice()).toEqual([])
  session.takeBack()
  await settle()
  expect(session.getState()).toMatchObject({ text: { title: 'precious' }, discarded: null })
  expect(await onDevice()).toEqual(['precious'])
})

test('Text typed while the post was published continues as a draft of that post', async () => {
  const { session, settle, onDevice, onDeviceOf } = await openSession()
  session.change({ title: 'sent' })
  const sent = { draft: session.draft, text: session.getState().text, baseRevision: 1 }
  session.change({ title: 'sent, and more' })
  expect(await session.published(sent, { _id: 'p2', revision: 7 })).toBe(true)
  session.change({ title: 'sent, and much more' })
  await settle()
  expect(await onDevice()).toEqual([])
  expect(await onDeviceOf('p2')).toMatchObject([{ baseRevision: 7, text: { title: 'sent, and much more' } }])
})

test('A chosen audience is published once, and one chosen in the meantime stays in the draft', async () => {
  const { session } = await openSession()
  session.change({ audience: 'family' })
  const sent = { draft: session.draft, text: session.getState().text, baseRevision: 1 }
  expect(await session.published(sent, { _id: 'p1', revision: 2 })).toBe(false)
  expect(session.getState().text.audience).toBe(null)
  session.change({ title: 'sent' })
  const later = { draft: session.draft, text: session.getState().text, baseRevision: 2 }
  session.change({ audience: 'readers' })
  expect(await session.published(later, { _id: 'p1', revision: 3 })).toBe(true)
  expect(session.getState().text).toMatchObject({ title: 'sent', audience: 'readers' })
})

test('A text that did not change while it was published leaves no draft', async () => {
  const { session, settle, onDevice, onDeviceOf } = await openSession()
  session.change({ title: 'sent' })
  await settle()
  const sent = { draft: session.draft, text: session.getState().text, baseRevision: 1 }
  expect(await session.published(sent, { _id: 'p1', revision: 2 })).toBe(false)
  await settle()
  expect([await onDevice(), await onDeviceOf('p1')]).toEqual([[], []])
})
