import { expect, it } from 'vitest'
import { findOldWords, readWords } from './check-words.mjs'

it.each([
  ['const answer = await fetch(url)', "'answer'"],
  ['type DirectAnswer = string', "'DirectAnswer'"],
  ['/** Whoever asks is told of it anew. */', "'Whoever'"],
  ['// The list was told.', "'was told'"],
  ['/** A session lives one hour (decisions, Accounts). */', "'decisions, A'"],
  ['/** Page size (spec §9). */', "'spec §'"],
  ['forgetPicture(path)', "'forgetPicture'"],
  ['const { sharedBy } = context', "'sharedBy'"],
])('The check finds an old word in %s', (line, word) => {
  expect(findOldWords(`first\n${line}`)).toContainEqual(expect.stringContaining(`2: ${word}`))
})

it.each([
  'const response = await fetch(url)',
  'A request that was answered',
  'Forgot your password?',
  '/verify-email',
  'The draft is invalidated.',
])('The check accepts %s', (line) => {
  expect(findOldWords(line)).toEqual([])
})

it('A line without a better word is refused', () => {
  expect(() => readWords('anew')).toThrow('names no better word')
})
