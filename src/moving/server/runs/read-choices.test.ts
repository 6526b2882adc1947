import { expect, it } from 'vitest'
import { checkPeopleChoices, readIncludes } from './read-choices.ts'
import { readCsv } from '#moving/server/readers/ghost/read-members-file.ts'

it('--with takes comma-separated names, and may be repeated', () => {
  expect([...readIncludes(['drafts,pages', ' Tags '])]).toEqual(['drafts', 'pages', 'tags'])
  expect([...readIncludes([])]).toEqual([])
})

it('An unknown name is refused with a list of the known ones', () => {
  expect(() => readIncludes(['drafts,draughts'])).toThrow("--with knows drafts, pages, private, people, tags; it is 'draughts'.")
})

it.each([
  [{ members: '/list.csv' }, '--members is a list of people'],
  [{ invitesByMail: true }, '--invite mails invitations to people'],
  [{ invitesByMail: true, include: new Set(['people'] as const), hasMail: false }, 'SMTP_URL'],
])('Incomplete choices %j are refused', (given, words) => {
  const choices = { include: new Set<never>(), members: null, invitesByMail: false, hasMail: true, ...given }
  expect(() => checkPeopleChoices(choices)).toThrow(words)
})

it.each([
  [
    'a,b\r\n1,"2, ""two"""\n',
    [
      ['a', 'b'],
      ['1', '2, "two"'],
    ],
  ],
  [
    '\uFEFFa,\n\n"x\ny",',
    [
      ['a', ''],
      ['x\ny', ''],
    ],
  ],
  ['"never ended, 1', [['"never ended', ' 1']]],
  ['', []],
])('Comma-separated values %j are read as rows', (text, rows) => {
  expect(readCsv(text)).toEqual(rows)
})
