import { expect, test } from 'vitest'
import { EMPTY_POST, type PostText } from '#writing/web/post-form/post-text.ts'
import { parseDraft } from './device-drafts.ts'

const draftOf = (text: Partial<PostText>) => ({ writer: 'a', sequence: 1, baseRevision: null, savedAt: 1, text, replaces: [] })

test('A stored draft has its chosen audience; one of an older version has none', () => {
  const chosen = draftOf({ ...EMPTY_POST, audience: 'family' })
  expect(parseDraft(JSON.parse(JSON.stringify(chosen)))).toEqual(chosen)
  const { audience: _, ...former } = EMPTY_POST
  expect(parseDraft(draftOf(former))).toEqual(draftOf(EMPTY_POST))
})
