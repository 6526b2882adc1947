import { expect, test } from 'vitest'
import { AUDIENCES } from '#contract/audiences.ts'
import { openingWords } from './audience-words.ts'

test('a writer reads a warning where something is opened for more people, and nowhere else', () => {
  const opened = AUDIENCES.flatMap((before) =>
    AUDIENCES.filter((after) => openingWords(before, after) !== null).map((after) => `${before} ${after}`),
  )
  expect(opened).toEqual(['readers public', 'family public', 'family readers', 'admins public', 'admins readers', 'admins family'])
  expect(openingWords('family', 'public')).toBe('Until now only your family could read this. Then everyone can.')
})
