import { describe, expect, test } from 'vitest'
import { draft, makeStorage, putDraft, scope, text } from '#tests/support/draft-parts.ts'
import { EMPTY_POST, type PostText } from '#writing/web/post-form/post-text.ts'
import { firstThatWorks, parseDraft, plainDrafts } from './device-drafts.ts'

describe('Drafts on the device', () => {
  test('Texts are stored by user, post and form; a copy that another form continues is deleted with it, unless it has newer changes', async () => {
    const drafts = plainDrafts(() => storage)
    const storage = makeStorage()
    const [a, b, e] = [draft('a', 1), draft('b', 4), draft('a', 2, { writer: 'e' })]
    await putDraft(drafts, scope, a)
    await putDraft(drafts, scope, b)
    await putDraft(drafts, { ...scope, userId: 'u2' }, draft('c', 1))
    await putDraft(drafts, { ...scope, postId: 'p2' }, draft('d', 1))
    expect((await drafts.list(scope)).map(({ id }) => id)).toEqual(['a', 'b'])
    await putDraft(drafts, scope, e, [a, { ...b, sequence: 3 }])
    expect(await drafts.list(scope)).toEqual([b, e])
    await drafts.change(scope, null, [e])
    expect(await drafts.list(scope)).toEqual([b])
  })

  test('A draft is stored in the next place if one is full, and its older text is deleted there', async () => {
    const [small, large] = [makeStorage(200), makeStorage()]
    const drafts = firstThatWorks([plainDrafts(() => small), plainDrafts(() => large)])
    await putDraft(drafts, scope, draft('a', 1))
    const long = draft('a', 2, { text: text('x'.repeat(300)) })
    await putDraft(drafts, scope, long)
    expect([small.length, large.length]).toEqual([0, 1])
    expect(await drafts.list(scope)).toEqual([long])
    await drafts.change(scope, null, [long])
    expect(await drafts.list(scope)).toEqual([])
    const nowhere = firstThatWorks([plainDrafts(() => makeStorage(1))])
    await expect(putDraft(nowhere, scope, draft('a', 1))).rejects.toThrow('full')
  })

  test('Of one form, the latest text counts, wherever it is', async () => {
    const [first, second] = [plainDrafts(() => one), plainDrafts(() => two)]
    const [one, two] = [makeStorage(), makeStorage()]
    const drafts = firstThatWorks([first, second])
    await putDraft(first, scope, draft('a', 4))
    second.putNow(scope, draft('a', 7))
    expect(await drafts.list(scope)).toEqual([draft('a', 7)])
    await drafts.change(scope, null, [draft('a', 7)])
    expect([one.length, two.length]).toEqual([0, 0])
  })

  test('A broken draft reads as none', () => {
    for (const stored of [null, 1, 'x', {}, [], { ...draft('a', 1), text: null }, { ...draft('a', 1), sequence: 'x' }]) {
      expect(parseDraft(stored)).toBe(null)
    }
    expect(parseDraft({ ...draft('a', 1), text: { ...EMPTY_POST, category: 'Cars and <b>' } })).toBe(null)
    expect(parseDraft(draft('a', 1))).toEqual(draft('a', 1))
  })
})

const draftOf = (text: Partial<PostText>) => ({
  id: 'x',
  writer: 'a',
  sequence: 2,
  follows: 1,
  begun: [{ writer: 'b', sequence: 1 }],
  baseRevision: null,
  savedAt: 1,
  text,
  isEnded: false,
})

test('A stored draft has its chosen audience; one of an older version has none', () => {
  const chosen = draftOf({ ...EMPTY_POST, audience: 'family' })
  expect(parseDraft(JSON.parse(JSON.stringify(chosen)))).toEqual(chosen)
  const { audience: _, ...former } = EMPTY_POST
  expect(parseDraft(draftOf(former))).toEqual(draftOf(EMPTY_POST))
})

test('A draft that an older version stored is one whose form and id are the same', () => {
  const { id: _id, follows: _follows, begun: _begun, isEnded: _isEnded, ...former } = draftOf(EMPTY_POST)
  expect(parseDraft({ ...former, replaces: [{ writer: 'b', sequence: 3 }] })).toEqual({
    ...draftOf(EMPTY_POST),
    id: 'a',
    follows: 0,
    begun: [],
  })
})
