import { expect, it } from 'vitest'
import { toMissingList } from './imports.routes.ts'

it('The list of missing items is CSV without formulas that a spreadsheet would run', () => {
  const list = toMissingList([
    { what: 'picture', post: 'A day, "long"', address: 'https://old.example/a.jpg', why: 'the site answered 404' },
    { what: 'post', post: '=HYPERLINK("http://evil.example")', address: null, why: 'two\nlines' },
  ])
  expect(list).toBe(
    'what,post,address,why\r\n' +
      'picture,"A day, ""long""",https://old.example/a.jpg,the site answered 404\r\n' +
      'post,"\'=HYPERLINK(""http://evil.example"")",,"two\nlines"\r\n',
  )
})
