import { expect, it } from 'vitest'
import { withoutTrailingSlashes } from './paths.ts'

it.each([
  ['/', ''],
  ['//', ''],
  ['', ''],
  ['/a/b', '/a/b'],
  ['/a/b///', '/a/b'],
])('%s ends without slashes as %s', (path, expected) => expect(withoutTrailingSlashes(path)).toBe(expected))
