import { expect, test } from 'vitest'
import { visibleText } from './visible-text.ts'

test('The visible text has the words of a body and no markup', () => {
  expect(visibleText('<h2>One</h2><p>two &amp; <b>three</b>.</p><p>a&nbsp;b &lt;i&gt;</p>', 100)).toBe('One two & three. a b <i>')
})

test('A tag that is cut in half is removed', () => {
  expect(visibleText(`${'x'.repeat(1498)}<strong>y</strong>`, 1500)).toBe('x'.repeat(1498))
})
