import { expect, it } from 'vitest'
import { judgeAudit } from './audit.mjs'

it('A registry that does not respond is not a failure', () => {
  for (const report of [undefined, {}, { error: { code: 'ENOTFOUND' } }]) {
    expect(judgeAudit(report)).toEqual({ line: expect.stringContaining('did not respond'), isBad: false })
  }
})

it('A vulnerability of severity high or above is a failure, lower ones are only counted', () => {
  const metadata = { vulnerabilities: { total: 2 } }
  expect(judgeAudit({ metadata, vulnerabilities: { a: { name: 'a', severity: 'moderate' } } }).isBad).toBe(false)
  const bad = judgeAudit({ metadata, vulnerabilities: { a: { name: 'a', severity: 'low' }, b: { name: 'b', severity: 'critical' } } })
  expect(bad).toEqual({ line: expect.stringContaining('b (critical)'), isBad: true })
})
