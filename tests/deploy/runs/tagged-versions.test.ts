import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { unlessMissing } from '#tests/support/requirement.ts'
import { installBlog, type InstalledBlog } from './installed-blog.ts'
import { missingMachine } from './trial-machine.ts'

/** The clone of the guide's step 2. */
const CLONE = `
  cd /shared/first
  git init --quiet
  git config user.name Author && git config user.email author@example.org
  git add --all && git commit --quiet --message first`

/** Its author has published a version since, and works on. */
const PUBLISH = `
  cd /shared/first
  git tag v0.1.0
  echo '// second' >>src/app/app.ts && git commit --quiet --all --message second && git tag v0.2.0
  echo '// third' >>src/app/app.ts && git commit --quiet --all --message third && git tag v0.3.0-rc1 && git tag work-in-progress`

describe('A clone with tags', unlessMissing(missingMachine()), () => {
  let blog: InstalledBlog

  beforeAll(async () => {
    blog = await installBlog()
  }, 600_000)
  afterAll(() => blog?.machine.stop(), 300_000)

  it('says that there is no version before one is published', async () => {
    expect(await blog.machine.run(['sh', '-ec', CLONE])).toMatchObject({ exitCode: 0 })
    expect(await blog.kindred('upgrade', '--check')).toEqual({ exitCode: 0, output: expect.stringContaining('no newer version') })
  })

  it('upgrades to the newest version, which the account of the blog can read', { timeout: 600_000 }, async () => {
    expect(await blog.machine.run(['sh', '-ec', PUBLISH])).toMatchObject({ exitCode: 0 })
    const before = blog.current()
    expect((await blog.kindred('upgrade', '--check')).output).toContain('v0.2.0')
    const upgraded = await blog.kindred('upgrade')
    expect(upgraded.exitCode, upgraded.output).toBe(0)
    expect(blog.current()).not.toBe(before)
    expect((await fetch(`${blog.url}/`)).status).toBe(200)
    const check = await blog.machine.run(['/shared/first/deploy/install', '--check'])
    expect([check.exitCode, check.output]).toEqual([0, expect.not.stringContaining('missing')])
  })
})
