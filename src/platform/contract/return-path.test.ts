import { describe, expect, it } from 'vitest'
import { safeReturnPath, signInPath } from './return-path.ts'

describe('safeReturnPath', () => {
  it.each(['/dashboard?tab=posts', '/post/a-b#comments', '/', '/search?searchTerm=a%20b'])('accepts %s', (path) => {
    expect(safeReturnPath(path)).toBe(path)
  })

  it.each(['//evil.example', '/\\evil.example', 'https://evil.example', '', 'post/x', '/\t/evil.example', '/.//evil.example/'])(
    'refuses %j',
    (path) => {
      expect(safeReturnPath(path)).toBe('/')
    },
  )
})

it('signInPath passes on path and query', () => {
  expect(signInPath('/dashboard?tab=posts')).toBe('/sign-in?from=%2Fdashboard%3Ftab%3Dposts')
  expect(signInPath('/')).toBe('/sign-in')
})
