import { expect, it } from 'vitest'
import { judgeAudit } from './audit.mjs'

it('a registry that does not answer is no failure', () => {
  for (const report of [undefined, {}, { error: { code: 'ENOTFOUND' } }]) {
    expect(judgeAudit(report)).toEqual({ line: expect.stringContaining('did not answer'), isBad: false })
  }
})

it('a hole of level high is one, lower ones are counted', () => {
  const metadata = { vulnerabilities: { total: 2 } }
  expect(judgeAudit({ metadata, vulnerabilities: { a: { name: 'a', severity: 'moderate' } } }).isBad).toBe(false)
  const bad = judgeAudit({ metadata, vulnerabilities: { a: { name: 'a', severity: 'low' }, b: { name: 'b', severity: 'critical' } } })
  expect(bad).toEqual({ line: expect.stringContaining('b (critical)'), isBad: true })
})
