import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, inject, it } from 'vitest'
import { isComplete } from '#tests/support/sweep.ts'

const root = join(import.meta.dirname, '..')
/** Heading of the first column of the last table, for each part that is quick enough for a test. */
const PARTS: Readonly<Record<string, string>> = {
  comments: 'what',
  ...(isComplete && { cached: 'what', misses: 'what', weight: 'first post page, brotli', viral: 'in front of the blog' }),
}

/** @param signal stops the bench and all its child processes */
async function runBench(words: readonly string[], signal: AbortSignal): Promise<{ output: string; exitCode: number | null }> {
  const env = { ...process.env, TEST_DATABASE_URL: inject('postgres').url ?? '' }
  const bench = spawn(process.execPath, ['bench/main.ts', ...words], { cwd: root, env, detached: true })
  signal.addEventListener('abort', () => bench.pid && process.kill(-bench.pid))
  let output = ''
  for (const stream of [bench.stdout, bench.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  await once(bench, 'close')
  return { output, exitCode: bench.exitCode }
}

describe('npm run bench', () => {
  it('lists its parts when called with an unknown one', async ({ signal }) => {
    const { output, exitCode } = await runBench(['everything'], signal)
    expect(output).toContain('There is no part everything; there are cached, misses, size')
    expect(exitCode).toBe(1)
  })

  // `npm test` without a filter counts a missing build as a failure.
  it.skipIf(!existsSync(join(root, 'dist/server/entry-server.js')))('--quick prints a table for each part', async ({ signal }) => {
    const { output, exitCode } = await runBench(['--quick', ...Object.keys(PARTS)], signal)
    expect(exitCode, output).toBe(0)
    for (const [part, head] of Object.entries(PARTS)) {
      const [, table] = output.split(`## ${part}\n`)
      expect(table?.split('\n## ')[0], part).toMatch(new RegExp(`\\| ${head} .*\\|\\n\\| -[-| ]+\\|\\n\\| \\S`))
    }
  })
})
