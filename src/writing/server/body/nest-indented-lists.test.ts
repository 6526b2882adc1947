import { expect, it } from 'vitest'
import { sanitizeBody } from './sanitize-body.ts'

const clean = (html: string) => sanitizeBody(html, 'https://blog.example.org')

it.each([
  [
    'each step becomes a list of its own',
    '<ul><li>a</li><li class="ql-indent-1">b</li><li class="ql-indent-2">c</li><li class="ql-indent-1">d</li><li>e</li></ul>',
    '<ul><li>a<ul><li>b<ul><li>c</li></ul></li><li>d</li></ul></li><li>e</li></ul>',
  ],
  [
    'a list of another kind is nested under the same item',
    '<ol><li>a</li><li class="ql-indent-1">b</li></ol><ul><li class="ql-indent-1">c</li><li class="ql-indent-2">d</li></ul><ol><li>e</li></ol>',
    '<ol><li>a<ol><li>b</li></ol><ul><li>c<ul><li>d</li></ul></li></ul></li></ol><ol><li>e</li></ol>',
  ],
  [
    'an item that skips steps goes one level deeper',
    '<ul><li>a</li><li class="ql-indent-3">b</li><li class="ql-indent-3">c</li></ul>',
    '<ul><li>a<ul><li>b</li><li>c</li></ul></li></ul>',
  ],
  [
    'indented items without a parent stay on the first level',
    '<ul><li class="ql-indent-1">a</li><li class="ql-indent-1">b</li><li>c</li></ul>',
    '<ul><li>a</li><li>b</li><li>c</li></ul>',
  ],
  ['another class is removed', '<ul><li>a</li><li class="ql-indent-9 x">b</li></ul>', '<ul><li>a</li><li>b</li></ul>'],
])('A list that Quill indents by class is nested: %s', (_, html, expected) => {
  expect(clean(html)).toBe(expected)
  expect(clean(expected)).toBe(expected)
})

it('A list of 10,000 indented items is nested', () => {
  const html = `<ul>${'<li>a</li><li class="ql-indent-1">b</li>'.repeat(4990)}</ul>`
  expect(clean(html)).toBe(`<ul>${'<li>a<ul><li>b</li></ul></li>'.repeat(4990)}</ul>`)
})
