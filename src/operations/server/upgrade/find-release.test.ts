import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { makeFolder } from '#tests/support/temporary-folder.ts'
import { findRelease } from './find-release.ts'

const FILES = { 'package.json': '{"version":"0.2.0"}', 'src/a.ts': 'export const a = 1\n' }

/** @returns the release, and what was printed of its signature */
async function find(source: string, from?: string) {
  const lines: string[] = []
  const release = await findRelease({ home: makeFolder(), source }, from, (line) => lines.push(line))
  return { release, lines }
}

const git = (folder: string, ...args: string[]) =>
  execFileSync('git', ['-C', folder, '-c', 'user.name=a', '-c', 'user.email=a@example.org', ...args], { encoding: 'utf8' })

function makeClone(tags = ['v0.9.0', 'v0.10.0', 'v0.11.0-rc1', 'v2', 'wip']): string {
  const origin = makeFolder(FILES)
  git(origin, 'init', '--quiet')
  git(origin, 'add', '.')
  git(origin, 'commit', '--quiet', '--message=a')
  for (const tag of tags) git(origin, 'tag', tag)
  const clone = makeFolder()
  git(clone, 'clone', '--quiet', origin, '.')
  return clone
}

describe('A release from the clone', () => {
  it('is the newest version, or the one that is named', async () => {
    const clone = makeClone()
    for (const [from, name] of [
      [undefined, 'v0.10.0'],
      ['v0.11.0-rc1', 'v0.11.0-rc1'],
    ] as const) {
      const { release, lines } = await find(clone, from)
      expect([release?.name, lines]).toEqual([name, [`${name} is not signed.`]])
      expect(readFileSync(join(release?.folder ?? '', 'src/a.ts'), 'utf8')).toBe(FILES['src/a.ts'])
    }
    await expect(find(clone, 'v7')).rejects.toThrow("There is neither a folder nor a tag 'v7'.")
    expect((await find(makeClone(['wip']))).release).toBeNull()
  })

  it('is refused with a signature that cannot be verified, and taken with a good one', async () => {
    const clone = makeClone()
    const keys = makeFolder()
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', join(keys, 'key')])
    git(clone, '-c', 'gpg.format=ssh', '-c', `user.signingKey=${join(keys, 'key')}`, 'tag', '--sign', '--message=b', 'v1.0.0')
    await expect(find(clone)).rejects.toThrow('The signature of v1.0.0 cannot be verified')
    writeFileSync(join(keys, 'allowed'), `a@example.org ${readFileSync(join(keys, 'key.pub'), 'utf8')}`)
    git(clone, 'config', 'gpg.ssh.allowedSignersFile', join(keys, 'allowed'))
    expect((await find(clone)).lines).toEqual(['The signature of v1.0.0 is good.'])
  })

  it('is a folder where there is no clone', async () => {
    const folder = makeFolder(FILES)
    expect(await find(makeFolder(), folder)).toEqual({ release: { name: folder, folder }, lines: [] })
    await expect(find(makeFolder())).rejects.toThrow('name the folder of the new version: --from FOLDER')
  })
})
