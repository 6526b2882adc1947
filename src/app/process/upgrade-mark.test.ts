import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { runScript, startBlogProcess } from '#tests/support/blog/blog-process.ts'
import { makeFolder } from '#tests/support/temporary-folder.ts'

const BLOG = 'tests/support/blog/pageless-blog.mjs'

it('A new version ends the upgrade right before it serves', async () => {
  const folder = makeFolder({ 'upgrade-watch': '' })
  const blog = await startBlogProcess({ DATA_DIR: folder }, { script: BLOG })
  onTestFinished(() => blog.stop())
  expect(existsSync(join(folder, 'upgrade-watch'))).toBe(false)
})

it('A new version that cannot serve leaves the decision to the version before', async () => {
  const folder = makeFolder({ 'upgrade-watch': '' })
  const failing = { DATA_DIR: folder, PORT: '0', METRICS_PORT: '0', METRICS_HOST: '192.0.2.1' }
  expect(await runScript(BLOG, [], failing)).toMatchObject({ exitCode: 1 })
  expect(existsSync(join(folder, 'upgrade-watch'))).toBe(true)
})
