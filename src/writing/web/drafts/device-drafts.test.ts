import { describe, expect, test } from 'vitest'
import { makeStorage } from '#tests/support/writing/storage.ts'
import { EMPTY_POST, type PostText } from '#writing/web/post-form/post-text.ts'
import { firstThatWorks, parseDraft, plainDrafts } from './device-drafts.ts'
import type { DeviceDraft } from './draft.ts'

const text = (title: string): PostText => ({ ...EMPTY_POST, title })
const draft = (form: string, version: number, parts: Partial<DeviceDraft> = {}): DeviceDraft => ({
  key: `u1/p1/${form}`,
  version,
  id: 'p1',
  isNew: false,
  sequence: 3,
  baseRevision: 1,
  savedAt: version,
  text: text(`${form}${version}`),
  keeps: [text('not chosen')],
  isEnded: false,
  sent: { sequence: 3, baseRevision: 1, text: text('sent'), keep: null, isEnded: false },
  attempts: [],
  replaces: [{ key: 'u1/p1/x', version: 4 }],
  ...parts,
})

describe('Texts on the device', () => {
  test('Texts are stored by user, post and form; one that another form continues is deleted with it, unless it has newer changes', async () => {
    const storage = makeStorage()
    const drafts = plainDrafts(() => storage)
    const [a, b, e] = [draft('a', 1), draft('b', 4), draft('e', 1)]
    for (const each of [a, b, draft('c', 1, { key: 'u2/p1/c' })]) await drafts.change(each, [])
    expect(await drafts.list('u1')).toEqual([a, b])
    await drafts.change(e, [a, { ...b, version: 3 }])
    expect(await drafts.list('u1')).toEqual([b, e])
    await drafts.change(null, [e])
    expect(await drafts.list('u1')).toEqual([b])
  })

  test('A text is stored in the next place if one is full, and its older version is deleted there', async () => {
    const [small, large] = [makeStorage(800), makeStorage()]
    const drafts = firstThatWorks([plainDrafts(() => small), plainDrafts(() => large)])
    await drafts.change(draft('a', 1), [])
    const long = draft('a', 2, { text: text('x'.repeat(800)) })
    await drafts.change(long, [])
    expect([small.length, large.length]).toEqual([0, 1])
    expect(await drafts.list('u1')).toEqual([long])
    await drafts.change(null, [long])
    expect(await drafts.list('u1')).toEqual([])
    const nowhere = firstThatWorks([plainDrafts(() => makeStorage(1))])
    await expect(nowhere.change(draft('a', 1), [])).rejects.toThrow('full')
  })

  test('Of one form, the latest text counts, wherever it is', async () => {
    const [one, two] = [makeStorage(), makeStorage()]
    const [first, second] = [plainDrafts(() => one), plainDrafts(() => two)]
    const drafts = firstThatWorks([first, second])
    await first.change(draft('a', 4), [])
    second.putNow(draft('a', 7))
    expect(await drafts.list('u1')).toEqual([draft('a', 7)])
    await drafts.change(null, [draft('a', 7)])
    expect([one.length, two.length]).toEqual([0, 0])
  })

  test('A broken text reads as none', () => {
    for (const stored of [null, 1, 'x', {}, [], { ...draft('a', 1), text: null }, { ...draft('a', 1), replaces: 'x' }]) {
      expect(parseDraft(stored, 'u1/p1/a')).toBe(null)
    }
    expect(parseDraft({ ...draft('a', 1), text: { ...EMPTY_POST, category: 'Cars and <b>' } }, 'u1/p1/a')).toBe(null)
    expect(parseDraft(draft('a', 1), 'u1/p1/a')).toEqual(draft('a', 1))
  })
})

describe('A text that version 0.1 stored', () => {
  const { audience: _, ...words } = text('Begun in 0.1')
  const former = { id: 'x', writer: 'a', sequence: 2, follows: 1, begun: [], baseRevision: null, savedAt: 5, text: words, isEnded: false }
  const nothing = { sent: null, attempts: [], keeps: [], replaces: [] }

  test('A text that the server may not have follows what the server had', () => {
    const parsed = {
      ...nothing,
      key: 'u1/new/a',
      version: 2,
      id: 'x',
      isNew: true,
      sequence: 1,
      baseRevision: 0,
      text: text('Begun in 0.1'),
    }
    expect(parseDraft(former, 'u1/new/a')).toMatchObject(parsed)
    expect(parseDraft({ ...former, baseRevision: 4 }, 'u1/p1/a')).toMatchObject({ id: 'p1', isNew: false, sequence: 1, baseRevision: 4 })
    const { id: _id, follows: _follows, ...older } = former
    expect(parseDraft(older, 'u1/new/a')).toMatchObject({ id: 'a', isNew: true, sequence: 0 })
    expect(parseDraft({ ...former, isEnded: true }, 'u1/new/a')).toMatchObject({ id: 'x', isEnded: true })
  })

  test('A text that the server had is left out', () => {
    expect(parseDraft({ ...former, follows: 2 }, 'u1/new/a')).toBe(null)
  })
})
