import { globSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { makeFolder } from '#tests/support/temporary-folder.ts'
import { PARTS } from './test-parts.mjs'
import { runParts } from './run-parts.mjs'

const node = (script) => ({ command: ['--eval', script] })
const FAKE = {
  // A word before the options: Node itself would read `--seconds`.
  good: { command: ['--eval', 'console.log(`good ${process.argv.slice(1).join()}`)', '-'] },
  bad: node('process.exitCode = 3'),
  killed: node(`process.kill(process.pid, 'SIGKILL')`),
  absent: node(`console.log('Skipped 2 tests: no nginx here. To run them: apt-get install nginx'); process.exitCode = 77`),
}

const makeRuns = () => {
  const memory = join(makeFolder({}), 'new/passed.json')
  return async (words, content = 'files') => {
    const lines = []
    const exitCode = await runParts({ parts: FAKE, words: words.split(' '), content, memory, print: (line) => lines.push(line) })
    const summary = lines.slice(lines.lastIndexOf('') + 1).map((line) => line.replaceAll(/ +/g, ' ').replace(/\d+ s$/, 'N s'))
    return { lines, summary, exitCode }
  }
}

it('Each folder of tests with a main.ts is a part', () => {
  const mains = globSync('tests/*/main.ts', { cwd: join(import.meta.dirname, '..') })
  const commands = Object.values(PARTS).map(({ command }) => command[0])
  expect(mains.length).toBeGreaterThan(5)
  expect(mains.filter((path) => !commands.includes(path.replaceAll('\\', '/')))).toEqual([])
})

describe('runParts', () => {
  it('goes on after a failure, says what to install, and fails at the end', async () => {
    const { summary, exitCode } = await makeRuns()('bad killed absent good')
    expect(summary).toEqual([
      'bad failed N s',
      'killed failed N s',
      'absent skipped N s',
      ' Skipped 2 tests: no nginx here. To run them: apt-get install nginx',
      'good passed N s',
      '1 passed, 2 failed, 1 skipped',
    ])
    expect(exitCode).toBe(1)
  })

  it('skips what has passed, until a file changes or it is asked to run all again', async () => {
    const run = makeRuns()
    await run('good bad')
    const { lines, summary } = await run('good bad')
    expect(lines).not.toContain('good -')
    expect(summary.at(-1)).toBe('0 passed, 1 failed, 1 skipped')
    expect((await run('--again good')).lines).toContain('good -')
    expect((await run('good', 'other files')).summary).toEqual(['good passed N s', '1 passed, 0 failed, 0 skipped'])
  })

  it('hands options to one part, and does not take that for the whole part', async () => {
    const run = makeRuns()
    expect((await run('good --seconds 60')).lines).toContain('good -,--seconds,60')
    expect((await run('good')).summary).toEqual(['good passed N s', '1 passed, 0 failed, 0 skipped'])
    expect((await run('good --seconds 60')).lines).toContain('good -,--seconds,60')
  })

  it('runs nothing when a name is wrong', async () => {
    await expect(makeRuns()('god')).rejects.toThrow('There is no part god; there are good, bad, killed')
    await expect(makeRuns()('good bad --seconds 60')).rejects.toThrow('Options follow the name of one part')
  })
})
