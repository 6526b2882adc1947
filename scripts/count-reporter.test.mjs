import { spawnSync } from 'node:child_process'
import { readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { makeFolder } from '#tests/support/temporary-folder.ts'

const root = join(import.meta.dirname, '..')
const RUN = `
import { it } from 'vitest'
const missing = { why: 'no nginx here', install: 'apt-get install nginx' }
it('passes', () => {})
it('fails', () => { throw new Error('failed') })
it('needs nginx', { skip: true, meta: { missing } }, () => {})
it('needs nginx too', { skip: true, meta: { missing } }, () => {})
it.skip('skips by itself', () => {})
`

it('The reporter counts passed, failed and skipped tests, and errors outside of tests', () => {
  const folder = makeFolder({
    'vitest.config.mjs': 'export default {}',
    'run.test.mjs': RUN,
    'broken.test.mjs': `throw new Error('does not load')`,
  })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction')
  const file = join(folder, 'counts.json')
  const args = ['run', '--root', folder, `--reporter=${join(root, 'scripts/count-reporter.mjs')}`]
  const env = { ...process.env, KINDRED_TEST_COUNTS: file }
  const { status } = spawnSync(process.execPath, [join(root, 'node_modules/vitest/vitest.mjs'), ...args], { cwd: folder, env })
  expect(status).toBe(1)
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
    passed: 1,
    failed: 1,
    skipped: 3,
    broken: 1,
    skips: [
      { why: 'no nginx here', install: 'apt-get install nginx', tests: 2 },
      { file: 'run.test.mjs', tests: 1 },
    ],
    postgresProblem: null,
  })
})
