import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, it, onTestFinished } from 'vitest'
import { ADMIN } from '#tests/support/accounts.ts'
import { type BlogProcess, startBlogProcess } from '#tests/support/blog/blog-process.ts'
import { visitBlog } from '#tests/support/browser/journey.ts'
import { expectText } from '#tests/support/browser/visit.ts'

let old: BlogProcess
let folder: string
let archive: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kindred-restore-'))
  await cp(inject('seededData'), join(folder, 'old'), { recursive: true })
  old = await startBlogProcess({ DATA_DIR: join(folder, 'old') })
  archive = join(folder, 'our backup.tar')
  await old.command('backup', archive)
})
afterAll(async () => {
  await old?.stop()
  await rm(folder, { recursive: true, force: true })
})

const countPosts = async (blog: BlogProcess) => {
  const response = await fetch(`${blog.url}/api/post/getposts`)
  return response.ok ? ((await response.json()) as { totalPosts: number }).totalPosts : null
}

it('A new blog is set up from a backup on a phone: its accounts sign in, and its posts are there', async () => {
  const blog = await startBlogProcess({ DATA_DIR: join(folder, 'new') })
  onTestFinished(() => blog.stop())
  const readLink = () => /open this link: {2}(\S+)/.exec(blog.output())?.[1] ?? ''
  await expect.poll(readLink).not.toBe('')
  const { page, expectProblem } = await visitBlog(blog, { on: 'phone' })
  await page.goto(readLink())
  await page.getByLabel('Your name', { exact: true }).fill('Mara')
  await page.getByLabel('Email', { exact: true }).fill('mara@example.org')
  await page.getByLabel('Password', { exact: true }).fill('a long password')
  await page.getByRole('button', { name: 'I have a backup' }).click()
  await page.waitForURL('**/dashboard?tab=settings&section=copies#restore')

  const choose = async (path: string) => page.getByLabel('The backup', { exact: true }).setInputFiles(path)
  const foreign = join(folder, 'holiday.jpg')
  await writeFile(foreign, 'x'.repeat(2000))
  await choose(foreign)
  await expectText(page.getByRole('alert'), /^This is no backup of Kindred/)
  const short = join(folder, 'cut off.tar')
  const bytes = await readFile(archive)
  await writeFile(short, bytes.subarray(0, bytes.length - 4000))
  await choose(short)
  await page.getByText(/ends too early/).waitFor()
  await choose(archive)
  await page.getByRole('heading', { name: 'This backup can be restored' }).waitFor()
  // Whom the backup makes an admin.
  await page.getByText(ADMIN.email).waitFor()
  await page.getByRole('button', { name: 'Not this one' }).click()
  await choose(archive)
  expectProblem(/status of 401/)
  await page.getByRole('button', { name: 'Put it in place' }).click()
  await page.getByText('The backup is in its place.').waitFor()
  await page.getByRole('link', { name: 'Sign in' }).last().click()
  await page.getByLabel('Email').fill(ADMIN.email)
  await page.getByLabel('Password', { exact: true }).fill(ADMIN.password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect.poll(() => new URL(page.url()).pathname).not.toBe('/sign-in')
  expect(await countPosts(blog)).toBe(await countPosts(old))
  // Nothing leads back: there is a blog now.
  await page.goto('/dashboard?tab=settings&section=copies#restore')
  await page.getByText('A backup is put in place of a new blog').waitFor()
  expect(await page.getByLabel('The backup', { exact: true }).count()).toBe(0)
})
