import { expect, it } from 'vitest'
import { scriptJson } from './page-info.ts'

it('JSON in a page cannot end its script tag, and reads back the same', () => {
  const value = { text: '</script><!-- <script>\u2028' }
  expect(scriptJson(value)).not.toContain('<')
  expect(JSON.parse(scriptJson(value))).toEqual(value)
})
