import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { startBlogProcess } from '#tests/support/blog-process.ts'
import { makeFolder } from '#tests/support/temporary-folder.ts'

it('A new version that is watched shows its pages, and takes writes afterwards', async () => {
  const folder = makeFolder({ 'upgrade-watch': '8 closed\n' })
  const blog = await startBlogProcess({ DATA_DIR: folder }, { script: 'tests/support/pageless-blog.mjs' })
  onTestFinished(() => blog.stop())
  const write = () =>
    fetch(`${blog.url}/api/auth/signin`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'a@example.org', password: 'a long password' }),
    })
  const refused = await write()
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '30'])
  expect(await refused.json()).toMatchObject({ code: 'unavailable', message: expect.stringContaining('is being renewed') })
  expect((await fetch(`${blog.url}/api/post/getposts`)).status).toBe(200)
  await expect.poll(async () => (await write()).status, { interval: 300 }).toBe(401)
  expect(existsSync(join(folder, 'upgrade-watch'))).toBe(false)
})
