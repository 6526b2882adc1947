import { IMPORTED_DRAFT } from '#writing/contract/imported-drafts.ts'
import { expect, test } from 'vitest'
import { ApiError } from '#ui/api/api-error.ts'
import { EMPTY_POST, type PostText } from '#writing/web/post-form/post-text.ts'
import { plainDrafts } from './device-drafts.ts'
import type { Draft, EndedDraft, ServerDrafts } from './draft.ts'
import type { Saved } from './server-drafts.ts'
import { WritingSession } from './writing-session.ts'

const scope = { userId: 'u1', postId: 'p1' }
const text = (title: string): PostText => ({ ...EMPTY_POST, title })
/** A text that its form has saved on the server. */
const draft = (id: string, title: string, parts: Partial<Draft> = {}): Draft => ({
  id,
  writer: `${id} writer`,
  sequence: 1,
  follows: 1,
  begun: [],
  baseRevision: 1,
  savedAt: 1,
  text: text(title),
  isEnded: false,
  ...parts,
})
const PUBLISHED = { text: text('published'), revision: 1 }

interface World {
  readonly device?: readonly Draft[]
  readonly server?: ServerDrafts
  readonly live?: readonly string[]
  readonly wanted?: string
  readonly isNew?: boolean
}

/** A session over a device that stores what it gets, and a server whose responses are set. */
const openSession = async ({
  device = [],
  server = { revision: null, drafts: [], ended: [] },
  live = [],
  wanted,
  isNew = false,
}: World = {}) => {
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
    saved: [] as Draft[],
    ended: [] as EndedDraft[],
    trouble: null as unknown,
    work: [] as (() => void)[],
    opened: [] as string[],
  }
  const session = new WritingSession(
    {
      scope,
      published: PUBLISHED,
      server,
      device: drafts,
      isDeviceSilent: false,
      drafts: {
        save: async (_, saved) => {
          if (world.trouble !== null) throw world.trouble
          world.saved.push(saved)
          return world.response
        },
        saveLast: async () => world.response,
        findPost: async () => null,
        read: async () => {
          world.reads += 1
          return { revision: 1, ended: world.ended, drafts: [draft('elsewhere', 'on the telephone', { sequence: 5 })] }
        },
      },
      now: () => 1000,
      after: (_, work) => {
        world.work.push(work)
        return () => world.work.splice(world.work.indexOf(work), 1)
      },
      live: new Set(live),
      wanted: wanted ?? null,
      isNew,
      onDraft: ({ id }) => void world.opened.push(id),
      onDiscarded: () => {},
    },
    await drafts.list(scope),
  )
  /** Runs all work that is due. */
  const settle = async () => {
    for (const work of world.work.splice(0)) work()
    for (let round = 0; round < 3; round += 1) await new Promise(setImmediate)
  }
  /** Without the ends that stay there when the server has them. */
  const onDeviceOf = async (postId: string) => (await drafts.list({ ...scope, postId })).filter((each) => each.text.title !== '')
  const onDevice = async () => (await onDeviceOf(scope.postId)).map((each) => each.text.title).toSorted()
  return { session, world, settle, onDevice, onDeviceOf, titles: () => session.getState().others.map((other) => other.text.title) }
}

test('A session starts with the newest draft that no other tab has open, and goes on as its writer', async () => {
  const device = [draft('old', 'old', { savedAt: 1 }), draft('new', 'new', { savedAt: 2 }), draft('live', 'live', { savedAt: 3 })]
  const { session, settle, onDevice, titles, world } = await openSession({ device, live: ['live'] })
  expect(session.getState()).toMatchObject({
    text: { title: 'new' },
    restored: { id: 'new' },
    live: new Set(['live']),
    base: { revision: 1 },
    latestRevision: 1,
  })
  expect(titles()).toEqual(['live', 'old'])
  expect([session.draftId, world.opened]).toEqual(['new', ['new']])
  await settle()
  session.change({ title: 'new, and more' })
  await settle()
  await settle()
  expect(await onDevice()).toEqual(['live', 'new, and more', 'old'])
})

test('A session for something shared starts with an empty text, and shows the drafts beside it', async () => {
  const { session, titles } = await openSession({ device: [draft('begun', 'begun')], isNew: true })
  expect(session.getState()).toMatchObject({ text: PUBLISHED.text, restored: null, isMissing: false })
  expect(titles()).toEqual(['begun'])
  expect(session.draftId).not.toBe('begun')
})

test('A session starts with the requested draft, and reports a missing one', async () => {
  const device = [draft('old', 'old', { savedAt: 1 }), draft('new', 'new', { savedAt: 2 })]
  const { session, titles, settle, onDevice } = await openSession({ device, wanted: 'old' })
  expect(session.getState()).toMatchObject({ text: { title: 'old' }, restored: { id: 'old' }, isMissing: false })
  expect(titles()).toEqual(['new'])
  session.change({ title: 'old, and more' })
  await settle()
  await settle()
  expect(await onDevice()).toEqual(['new', 'old, and more'])

  const missing = await openSession({ device, wanted: 'elsewhere' })
  expect(missing.session.getState()).toMatchObject({ text: PUBLISHED.text, restored: null, isMissing: true })
  missing.session.change({ title: 'written since' })
  expect(missing.session.getState().isMissing).toBe(false)
})

test('An imported draft is continued only if it is requested', async () => {
  const id = IMPORTED_DRAFT.padEnd(32, 'a')
  const server = { revision: null, drafts: [draft(id, 'imported', { savedAt: 2 })], ended: [] }
  const { session, titles } = await openSession({ server })
  expect(session.getState()).toMatchObject({ text: PUBLISHED.text, restored: null })
  expect(titles()).toEqual(['imported'])
  const asked = await openSession({ server, wanted: id })
  expect(asked.session.getState()).toMatchObject({ text: { title: 'imported' }, restored: { id } })
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
  const server = { revision: 1, drafts: [draft('same', 'published')], ended: [{ ...draft('gone', ''), publishedAs: null }] }
  const { session, settle, onDevice, world } = await openSession({ device: [draft('gone', 'gone')], server })
  await settle()
  expect(session.getState()).toMatchObject({ text: PUBLISHED.text, restored: null, others: [] })
  expect(await onDevice()).toEqual([])
  expect(world.saved.map(({ id, isEnded }) => [id, isEnded])).toEqual([['same', true]])
})

test('A draft of an older revision is marked as such, and does not replace the newer one unasked', async () => {
  const { session } = await openSession({ device: [draft('a', 'mine', { baseRevision: 0 })] })
  expect(session.getState()).toMatchObject({ latestRevision: 1, base: { revision: 0 } })
  session.compare(PUBLISHED)
  session.keepMine()
  expect(session.getState()).toMatchObject({ latestRevision: 1, base: PUBLISHED, text: { title: 'mine' }, otherText: null })
})

test('Taking the other text leaves the current one among the other drafts, also on the device', async () => {
  const { session, settle, onDevice, titles } = await openSession()
  session.change({ title: 'mine' })
  const published = { text: text('theirs'), revision: 2 }
  session.compare(published)
  session.takeOther()
  await settle()
  expect(session.getState()).toMatchObject({ text: published.text, base: published, editorKey: 1 })
  expect(titles()).toEqual(['mine'])
  expect(await onDevice()).toEqual(['mine'])

  const [mine] = session.getState().others
  if (mine) await session.discardOther(mine)
  await settle()
  expect([titles(), await onDevice()]).toEqual([[], []])
})

test('Discarding an outdated draft returns to the current version, which the next text is based on', async () => {
  const { session, settle } = await openSession({ device: [draft('a', 'mine', { baseRevision: 0 })] })
  expect(session.getState().base.revision).toBe(0)
  session.discard()
  await settle()
  expect(session.getState()).toMatchObject({ text: PUBLISHED.text, base: PUBLISHED })
  session.change({ title: 'on the current version' })
  expect(session.getState()).toMatchObject({ base: { revision: 1 }, latestRevision: 1 })
})

test('A form whose draft was discarded in another place saves its text as a draft of its own', async () => {
  const { session, settle, world } = await openSession()
  session.change({ title: 'still on the screen' })
  await settle()
  await settle()
  expect(session.getState().status).toMatchObject({ server: 'saved' })
  const { draftId } = session
  world.ended = [{ id: draftId, writer: 'telephone', sequence: 9, publishedAs: 'p1' }]
  session.wake()
  await settle()
  expect(session.draftId).toBe(draftId)
  world.ended = [{ id: draftId, writer: 'telephone', sequence: 9, publishedAs: null }]
  session.wake()
  await settle()
  await settle()
  expect(session.draftId).not.toBe(draftId)
  expect(world.saved.at(-1)).toMatchObject({ id: session.draftId, follows: 0, text: { title: 'still on the screen' } })
  expect(world.opened).toEqual([draftId, session.draftId])
})

test('A draft that another tab continues while this one writes it is shown beside it', async () => {
  const { session, settle, world, titles } = await openSession({ device: [draft('a', 'begun')] })
  world.trouble = new ApiError({ status: 409, code: 'draft_conflict', message: 'continued' })
  session.change({ title: 'begun, and more' })
  await settle()
  world.trouble = null
  await settle()
  expect(world.saved).toMatchObject([{ follows: 0, text: { title: 'begun, and more' } }])
  expect(titles()).toEqual(['on the telephone'])
})

test('A draft of another window is read once, and a new revision of the post is noticed', async () => {
  const { session, settle, titles, world } = await openSession()
  world.response = { savedAt: '', revision: 2, others: [{ id: 'elsewhere', sequence: 5, savedAt: '' }] }
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
  expect(session.getState()).toMatchObject({ text: PUBLISHED.text, restored: null, discarded: { text: { title: 'precious' } } })
  expect(await onDevice()).toEqual([])
  session.takeBack()
  await settle()
  expect(session.getState()).toMatchObject({ text: { title: 'precious' }, discarded: null })
  expect(await onDevice()).toEqual(['precious'])
})

test('A discarded text that is taken back keeps its base, so that it replaces no newer version unseen', async () => {
  const { session, world, settle } = await openSession({ device: [draft('a', 'mine', { baseRevision: 0 })] })
  session.discard()
  await settle()
  session.takeBack()
  await settle()
  expect(session.getState()).toMatchObject({ base: { revision: 0 }, latestRevision: 1 })
  expect(world.saved.at(-1)).toMatchObject({ baseRevision: 0, text: { title: 'mine' } })
})

test('Text typed while the post was published continues as a draft of that post', async () => {
  const { session, settle, onDevice, onDeviceOf } = await openSession()
  session.change({ title: 'sent' })
  const sent = { draft: session.takeMark(), text: session.getState().text, baseRevision: 1 }
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
  const sent = { draft: session.takeMark(), text: session.getState().text, baseRevision: 1 }
  expect(await session.published(sent, { _id: 'p1', revision: 2 })).toBe(false)
  expect(session.getState().text.audience).toBe(null)
  session.change({ title: 'sent' })
  const later = { draft: session.takeMark(), text: session.getState().text, baseRevision: 2 }
  session.change({ audience: 'readers' })
  expect(await session.published(later, { _id: 'p1', revision: 3 })).toBe(true)
  expect(session.getState().text).toMatchObject({ title: 'sent', audience: 'readers' })
})

test('A text that did not change while it was published leaves no draft', async () => {
  const { session, settle, onDevice, onDeviceOf } = await openSession()
  session.change({ title: 'sent' })
  await settle()
  const sent = { draft: session.takeMark(), text: session.getState().text, baseRevision: 1 }
  expect(await session.published(sent, { _id: 'p1', revision: 2 })).toBe(false)
  await settle()
  expect([await onDevice(), await onDeviceOf('p1')]).toEqual([[], []])
})
