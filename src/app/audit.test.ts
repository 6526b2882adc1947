import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
/** Statements of the specification. */
const STATEMENTS = 206

/** `| 2.14 | statement | `path`: title<br>`path`: title | difference |` */
const rows = readFileSync(join(ROOT, 'docs/audit.md'), 'utf8')
  .split('\n')
  .filter((line) => /^\| \d/.test(line))
  .map((line) => {
    const [number = '', , tests = ''] = line.slice('| '.length).split(' | ')
    return { number, tests: tests.split('<br>') }
  })

it('The audit has every statement once, in the order of the sections', () => {
  expect(rows).toHaveLength(STATEMENTS)
  const places = rows.map(({ number }) => number.split('.').map(Number))
  const expected: number[][] = []
  for (const [section = 0] of places) {
    const last = expected.at(-1)
    expected.push(last?.[0] === section ? [section, (last[1] ?? 0) + 1] : [section, 1])
  }
  expect(places).toEqual(expected)
})

it('Each test that the audit names exists', () => {
  const missing = rows.flatMap(({ number, tests }) => tests.filter((test) => !hasTest(test)).map((test) => `${number}: ${test}`))
  expect(missing).toEqual([])
})

const texts = new Map<string, string>()

/** @param test `path`: title */
function hasTest(test: string): boolean {
  const [, path, title] = /^`([^`]+)`: (.+)$/.exec(test) ?? []
  if (path === undefined) return false
  const text = texts.get(path) ?? readFileSync(join(ROOT, path), 'utf8')
  texts.set(path, text)
  return text.includes(`'${title}'`) || text.includes(`"${title}"`)
}
