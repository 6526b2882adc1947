/**
 * `npm run test:leaks`: requests everything that a visitor, a reader and a family member can reach, and compares the
 * responses with those of a blog that has only what they may read. Runs on SQLite and PostgreSQL.
 *
 *     npm run test:leaks -- [--requests 1834] [--seed 1]
 */
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const { values } = parseArgs({
  options: {
    /** Requests for each person; there are six hunts on each database, with 11,000 requests together. */
    requests: { type: 'string', default: '1834' },
    seed: { type: 'string', default: '1' },
  },
})
const root = fileURLToPath(new URL('../../', import.meta.url))
const child = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', '--project=unit', 'tests/leaks/leaks.test.ts'], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, NODE_ENV: 'test', LEAK_REQUESTS: values.requests, LEAK_SEED: values.seed },
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
child.on('close', (code) => (process.exitCode = code ?? 1))
