import { existsSync, globSync, readFileSync } from 'node:fs'
import { expect, it, onTestFinished } from 'vitest'
import { ADMIN } from '#tests/support/accounts.ts'
import { startBlogProcess } from '#tests/support/blog/blog-process.ts'
import { callAs } from '#tests/support/blog/call-as.ts'
import { createWords } from '#tests/support/blog/seed-data.ts'
import { uploadAs } from '#tests/support/media/upload-as.ts'

it('The build has every program that runs beside the server', () => {
  const sources = globSync('src/**/*.ts').flatMap((path) =>
    Array.from(readFileSync(path, 'utf8').matchAll(/programAt\('([^']+)\.ts'\)/g), ([, source = '']) => source),
  )
  expect(sources.length).toBeGreaterThan(3)
  expect(sources.filter((source) => !existsSync(source.replace(/^.*\//, 'dist/server/') + '.js'))).toEqual([])
})

it.skipIf(process.platform !== 'linux')('The pictures of a built blog are read by a program of its build', async () => {
  const blog = await startBlogProcess()
  onTestFinished(() => blog.stop())
  expect(await blog.command(...createWords(ADMIN, '--admin'))).toMatchObject({ exitCode: 0 })
  await uploadAs(await callAs(blog.url, ADMIN), [[30, 20]])
  const children = readFileSync(`/proc/${blog.pid}/task/${blog.pid}/children`, 'utf8').trim().split(' ')
  const programs = children.map((pid) =>
    readFileSync(`/proc/${pid}/cmdline`, 'utf8')
      .split('\0')
      .find((word) => word.includes('worker')),
  )
  expect(programs).toEqual([expect.stringMatching(/\/dist\/server\/picture-worker\.js$/)])
})
