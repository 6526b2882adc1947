import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const here = import.meta.dirname

/** Paths of an `@source` rule, with its list in braces written out. */
const pathsOf = (rule: string): string[] => {
  const [, before = rule, list, after = ''] = /^([^{]*)\{(.*)\}([^}]*)$/.exec(rule) ?? []
  return list === undefined ? [rule] : list.split(',').map((name) => before + name + after)
}

it('Every file and folder whose classes reading.css has exists', () => {
  const rules = [...readFileSync(join(here, 'reading.css'), 'utf8').matchAll(/^@source '(.*)';$/gm)].map(([, rule = '']) => rule)
  expect(rules.length).toBeGreaterThan(5)
  expect(rules.flatMap(pathsOf).filter((path) => !existsSync(join(here, path)))).toEqual([])
})
