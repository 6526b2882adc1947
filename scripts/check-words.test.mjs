import { expect, it } from 'vitest'
import { findOldWords, judge } from './check-words.mjs'

it.each([
  ['const answer = await fetch(url)', "'answer'"],
  ['type DirectAnswer = string', "'DirectAnswer'"],
  ['/** Whoever asks is told of it anew. */', "'Whoever'"],
  ['// The list was told.', "'was told'"],
  ['/** A session lives one hour (decisions, Accounts). */', "'decisions, A'"],
  ['/** Page size (spec §9). */', "'spec §'"],
  ['forgetPicture(path)', "'forgetPicture'"],
])('The check finds an old word in %s', (line, word) => {
  expect(findOldWords(`first\n${line}`)).toContainEqual(expect.stringContaining(`2: ${word}`))
})

it.each([
  'const response = await fetch(url)',
  'A request that was answered',
  'Forgot your password?',
  '/forgot-password',
  'The draft is invalidated.',
])('The check accepts %s', (line) => {
  expect(findOldWords(line)).toEqual([])
})

it('The check reports unlisted files with old words, and listed files without any', () => {
  const uses = new Map([
    ['a.ts', ["1: 'anew' → again"]],
    ['b.ts', ["2: 'anew' → again"]],
  ])
  expect(judge(uses, new Set(['a.ts', 'c.ts']))).toEqual([
    "b.ts:2: 'anew' → again",
    'c.ts uses no old word any more: remove it from scripts/old-words.txt',
  ])
})
