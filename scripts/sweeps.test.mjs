import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { SWEEPS } from './sweeps.mjs'

const root = join(import.meta.dirname, '..')

it('`npm run test:sweeps` runs each file that takes some of its inputs in `npm test`, or counts time', () => {
  const files = globSync('{src,tests,bench,migrations}/**/*.test.{ts,tsx,mjs}', { cwd: root })
  const isSweep = (file) => file.startsWith('tests/times/') || readFileSync(join(root, file), 'utf8').includes('tests/support/sweep.ts')
  expect(files.filter(isSweep).toSorted()).toEqual(SWEEPS)
})
