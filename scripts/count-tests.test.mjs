import { spawnSync } from 'node:child_process'
import { symlinkSync } from 'node:fs'
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

const COUNT = `
import { startVitest } from 'vitest/node'
import { countTests } from '${join(root, 'scripts/test-summary.mjs')}'
const vitest = await startVitest([], { root: import.meta.dirname, watch: false, reporters: [{}] })
process.stdout.write('COUNTS ' + JSON.stringify(countTests(vitest)))
process.exit()
`

it('A run counts passed, failed and skipped tests, and errors outside of tests', () => {
  const folder = makeFolder({
    'vitest.config.mjs': 'export default {}',
    'run.test.mjs': RUN,
    'broken-run.test.mjs': `throw new Error('does not load')`,
    'count.mjs': COUNT,
  })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction')
  const { stdout } = spawnSync(process.execPath, [join(folder, 'count.mjs')], { cwd: folder, encoding: 'utf8' })
  expect(JSON.parse(stdout.split('COUNTS ')[1] ?? '')).toEqual({
    passed: 1,
    failed: 1,
    skipped: 3,
    broken: 1,
    skips: [{ why: 'no nginx here', install: 'apt-get install nginx', tests: 2 }],
    postgresProblem: null,
  })
})
