import { describe, expect, test } from 'vitest'
import { EMPTY_POST, type PostText } from '#writing/web/post-form/post-text.ts'
import { parseDraft } from './device-drafts.ts'
import type { DeviceDraft } from './draft.ts'

const text = (title: string): PostText => ({ ...EMPTY_POST, title })
const draft: DeviceDraft = {
  key: 'u1/a',
  version: 1,
  id: 'p1',
  isNew: false,
  sequence: 3,
  baseRevision: 1,
  savedAt: 1,
  text: text('a'),
  isEnded: false,
  sent: { sequence: 3, baseRevision: 1, text: text('sent'), isEnded: false },
  attempts: [],
}

test('A broken text on the device reads as none', () => {
  for (const stored of [null, 1, 'x', {}, [], { ...draft, text: null }, { ...draft, version: 'x' }]) {
    expect(parseDraft(stored, 'u1/a')).toBe(null)
  }
  expect(parseDraft({ ...draft, text: { ...EMPTY_POST, category: 'Cars and <b>' } }, 'u1/a')).toBe(null)
  expect(parseDraft(draft, 'u1/a')).toEqual(draft)
})

describe('A text that version 0.1 stored', () => {
  const { audience: _, ...words } = text('Begun in 0.1')
  const former = { id: 'x', writer: 'a', sequence: 2, follows: 1, begun: [], baseRevision: null, savedAt: 5, text: words, isEnded: false }

  test('A text that the server may not have follows what the server had', () => {
    const parsed = {
      key: 'u1/new/a',
      version: 2,
      id: 'x',
      isNew: true,
      sequence: 1,
      baseRevision: 0,
      text: text('Begun in 0.1'),
      sent: null,
    }
    expect(parseDraft(former, 'u1/new/a')).toMatchObject(parsed)
    expect(parseDraft({ ...former, baseRevision: 4 }, 'u1/p1/a')).toMatchObject({ id: 'p1', isNew: false, sequence: 1, baseRevision: 4 })
    const { id: _id, follows: _follows, ...older } = former
    expect(parseDraft(older, 'u1/new/a')).toMatchObject({ id: 'a', isNew: true, sequence: 0 })
    expect(parseDraft({ ...former, isEnded: true }, 'u1/new/a')).toMatchObject({ id: 'x', isEnded: true })
  })

  test('A text for readers is for the family, never for everyone; one without an audience has none', () => {
    const audienceOf = (audience: unknown) => parseDraft({ ...former, text: { ...words, audience } }, 'u1/p1/a')?.text.audience
    expect(['readers', 'public', 'family', 'admins', undefined].map(audienceOf)).toEqual(['family', 'public', 'family', 'admins', null])
  })

  test('A text that the server had is left out', () => {
    expect(parseDraft({ ...former, follows: 2 }, 'u1/new/a')).toBe(null)
  })
})
