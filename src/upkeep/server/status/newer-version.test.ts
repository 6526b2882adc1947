import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { makeFolder } from '#tests/support/temporary-folder.ts'
import { listVersions, newerOf } from './newer-version.ts'

it('The tags of a git repository are the versions', async () => {
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
  expect(new Set(await listVersions(url))).toEqual(new Set(['0.9.0', '0.10.0']))
  await expect(listVersions(`${url}x`)).rejects.toThrow('404')
})

it('Only a newer version is named', () => {
  expect(newerOf(['0.9.0', '0.10.0'], '0.9.0')).toBe('0.10.0')
  expect(newerOf(['0.9.0', '0.10.0'], '0.10.0')).toBeNull()
  expect(newerOf(['0.9.0'], '0.10.0')).toBeNull()
  expect(newerOf([], '0.1.0')).toBeNull()
})
