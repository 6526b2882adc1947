import { expect, test } from 'vitest'
import { inQuotes } from './in-quotes.ts'

test('A right-to-left name is isolated from the sentence around it; any other text stays as it is', () => {
  expect(inQuotes('The doctor said 5!')).toBe('“The doctor said 5!”')
  expect(inQuotes('יום ארוך!')).toBe('“\u2068יום ארוך!\u2069”')
  expect(inQuotes('The doctor said سلام')).toBe('“\u2068The doctor said سلام\u2069”')
})
