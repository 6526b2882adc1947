import { describe, expect, it } from 'vitest'
import { missingEntries, platformOf } from './complete-lock.mjs'

describe('platformOf', () => {
  it.each([
    ['@oxlint/binding-linux-x64-musl', { os: ['linux'], cpu: ['x64'], libc: ['musl'] }],
    ['@tailwindcss/oxide-linux-arm-gnueabihf', { os: ['linux'], cpu: ['arm'], libc: ['glibc'] }],
    ['@oxfmt/binding-win32-arm64-msvc', { os: ['win32'], cpu: ['arm64'] }],
    ['@tailwindcss/oxide-wasm32-wasi', { cpu: ['wasm32'] }],
  ])('%s', (name, expected) => expect(platformOf(name)).toEqual(expected))
})

describe('missingEntries', () => {
  const parent = (optionalDependencies) => ({ packages: { 'node_modules/oxlint': { dev: true, optionalDependencies } } })

  it('returns optional dependencies that the lock file does not have', () => {
    expect(missingEntries(parent({ '@oxlint/binding-darwin-x64': '1.94.0' }))).toEqual({
      'node_modules/@oxlint/binding-darwin-x64': { version: '1.94.0', cpu: ['x64'], dev: true, optional: true, os: ['darwin'] },
    })
  })

  it('ignores packages that the lock file has, beside or below their parent', () => {
    const { packages } = parent({ a: '1.0.0', b: '1.0.0' })
    expect(missingEntries({ packages: { ...packages, 'node_modules/a': {}, 'node_modules/oxlint/node_modules/b': {} } })).toEqual({})
  })

  it('ignores version ranges', () => {
    expect(missingEntries(parent({ fsevents: '~2.3.3' }))).toEqual({})
  })
})
