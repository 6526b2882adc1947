import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { makeFolder } from '#tests/support/temporary-folder.ts'
import { findRelease } from './find-release.ts'
import type { Installation } from './installation.ts'

const FILES = { 'package.json': '{"version":"0.2.0"}', 'src/a.ts': 'export const a = 1\n' }
const sumOf = (text: string) => createHash('sha256').update(text).digest('hex')
const SUMS = Object.entries(FILES)
  .map(([path, text]) => `${sumOf(text)}  ./${path}\n`)
  .join('')

const installed = (source: string): Installation => ({
  home: makeFolder(),
  data: '',
  user: '',
  settings: '',
  source,
  id: '0.1.0-a',
  folder: '',
  command: '',
})
const git = (folder: string, ...args: string[]) =>
  execFileSync('git', ['-C', folder, '-c', 'user.name=a', '-c', 'user.email=a@example.org', ...args], { encoding: 'utf8' })

function makeClone(tags = ['v0.9.0', 'v0.10.0', 'v0.11.0-rc1', 'wip']): string {
  const origin = makeFolder(FILES)
  git(origin, 'init', '--quiet')
  git(origin, 'add', '.')
  git(origin, 'commit', '--quiet', '--message=a')
  for (const tag of tags) git(origin, 'tag', tag)
  const clone = makeFolder()
  git(clone, 'clone', '--quiet', origin, '.')
  return clone
}

describe('A release from a folder', () => {
  it('is taken without checksums, and with right ones', async () => {
    expect((await findRelease(installed(''), makeFolder(FILES)))?.verified).toBe('The folder has no checksums.')
    const release = await findRelease(installed(''), makeFolder({ ...FILES, SHA256SUMS: SUMS, 'node_modules/x/y.js': 'x' }))
    expect(release?.verified).toBe('The checksums of 2 files are right.')
  })

  it('is refused with a changed file, a missing one, and one more', async () => {
    const refused = (files: Record<string, string>) => findRelease(installed(''), makeFolder({ ...files, SHA256SUMS: SUMS }))
    await expect(refused({ ...FILES, 'src/a.ts': 'export const a = 2\n' })).rejects.toThrow('src/a.ts does not have its checksum')
    await expect(refused({ 'package.json': FILES['package.json'] })).rejects.toThrow('src/a.ts does not have its checksum')
    await expect(refused({ ...FILES, 'src/b.ts': '' })).rejects.toThrow('src/b.ts is not in SHA256SUMS')
  })
})

describe('A release from the clone', () => {
  it('is the newest version, or the one that is named', async () => {
    const clone = makeClone()
    for (const [from, name] of [
      [undefined, 'v0.10.0'],
      ['v0.11.0-rc1', 'v0.11.0-rc1'],
    ] as const) {
      const release = await findRelease(installed(clone), from)
      expect([release?.name, release?.verified]).toEqual([name, `${name} is not signed.`])
      expect(readFileSync(join(release?.folder ?? '', 'src/a.ts'), 'utf8')).toBe(FILES['src/a.ts'])
      await release?.close()
    }
    await expect(findRelease(installed(clone), 'v7')).rejects.toThrow("There is neither a folder nor a tag 'v7'.")
    expect(await findRelease(installed(makeClone(['wip'])), undefined)).toBeNull()
  })

  it('is refused with a signature that cannot be verified, and taken with a good one', async () => {
    const clone = makeClone()
    const keys = makeFolder()
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', join(keys, 'key')])
    git(clone, '-c', 'gpg.format=ssh', '-c', `user.signingKey=${join(keys, 'key')}`, 'tag', '--sign', '--message=b', 'v1.0.0')
    await expect(findRelease(installed(clone), undefined)).rejects.toThrow('The signature of v1.0.0 cannot be verified')
    writeFileSync(join(keys, 'allowed'), `a@example.org ${readFileSync(join(keys, 'key.pub'), 'utf8')}`)
    git(clone, 'config', 'gpg.ssh.allowedSignersFile', join(keys, 'allowed'))
    expect((await findRelease(installed(clone), undefined))?.verified).toBe('The signature of v1.0.0 is good.')
  })

  it('is named by a folder where there is no clone', async () => {
    await expect(findRelease(installed(makeFolder()), undefined)).rejects.toThrow('name the folder of the new version: --from FOLDER')
  })
})
