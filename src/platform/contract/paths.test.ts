import { expect, it } from 'vitest'
import { withoutTrailingSlashes } from './paths.ts'

it.each([
  ['/', ''],
  ['//', ''],
  ['', ''],
  ['/a/b', '/a/b'],
  ['/a/b///', '/a/b'],
])('%s ends without slashes as %s', (path, expected) => expect(withoutTrailingSlashes(path)).toBe(expected))

it('A path of 16,000 slashes takes no longer than ten times a path of as many letters', () => {
  const time = (path: string) => {
    const begin = performance.now()
    for (let run = 0; run < 200; run += 1) withoutTrailingSlashes(path)
    return performance.now() - begin
  }
  const [slashes, letters] = [`/a${'/'.repeat(16_000)}x`, `/a${'b'.repeat(16_000)}/`]
  time(letters)
  expect(time(slashes)).toBeLessThan(10 * time(letters) + 5)
})
