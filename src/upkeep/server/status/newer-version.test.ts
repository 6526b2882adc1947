import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { makeFolder } from '#tests/support/temporary-folder.ts'
import { listTags, newerOf, newestVersion } from './newer-version.ts'

it('The tags of a git repository are read', async () => {
  const folder = makeFolder()
  const git = (...args: string[]) =>
    execFileSync('git', ['-C', folder, '-c', 'user.name=a', '-c', 'user.email=a@example.org', ...args], { encoding: 'utf8' })
  git('init', '--quiet')
  git('commit', '--quiet', '--allow-empty', '--message=a')
  git('tag', 'v0.9.0')
  git('tag', '--annotate', '--message=b', 'v0.10.0')
  for (const other of ['v1.0.0-beta', 'v2', 'nightly']) git('tag', other)
  const server = createServer((request, response) => {
    if (request.url !== '/blog.git/info/refs?service=git-upload-pack') return response.writeHead(404).end()
    return response.end(execFileSync('git', ['upload-pack', '--advertise-refs', '--stateless-rpc', folder]))
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/blog.git`
  expect(new Set(await listTags(url))).toEqual(new Set(['nightly', 'v0.9.0', 'v0.10.0', 'v1.0.0-beta', 'v2']))
  await expect(listTags(`${url}x`)).rejects.toThrow('404')
})

it('Only a newer version is named', () => {
  expect(newerOf(['0.9.0', '0.10.0'], '0.9.0')).toBe('0.10.0')
  expect(newerOf(['0.9.0', '0.10.0'], '0.10.0')).toBeNull()
  expect(newerOf(['0.9.0'], '0.10.0')).toBeNull()
  expect(newerOf([], '0.1.0')).toBeNull()
  expect(newerOf(['v0.10.0'], '0.9.0')).toBe('0.10.0')
})

it('The newest version is a tag of three numbers', () => {
  expect(newestVersion(['v0.9.0', 'v0.10.0', 'v0.10.1-rc1', 'v2', 'release/v3.0.0', 'wip'])).toBe('v0.10.0')
  expect(newestVersion(['wip', ''])).toBeUndefined()
})
