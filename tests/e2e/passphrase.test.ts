import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, it, onTestFinished } from 'vitest'
import { getBackupPlace } from '#upkeep/contract/backup-place.endpoints.ts'
import { ADMIN } from '#tests/support/accounts.ts'
import { type BlogProcess, startBlogProcess } from '#tests/support/blog-process.ts'
import { callAs } from '#tests/support/call-as.ts'
import { openBrowser } from '#tests/support/journey.ts'
import { pressOn, tabTo } from '#tests/support/tab-keys.ts'
import { createVisit } from '#tests/support/visit.ts'

let blog: BlogProcess
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kindred-passphrase-'))
  await cp(inject('seededData'), join(folder, 'blog'), { recursive: true })
  blog = await startBlogProcess({
    DATA_DIR: join(folder, 'blog'),
    BACKUP_URL: 'sftp://me@backup.invalid/blog',
    BACKUP_SSH_PASSWORD: 'hunter2',
    BACKUP_SSH_HOST_KEY: `SHA256:${'A'.repeat(43)}`,
  })
})
afterAll(async () => {
  await blog?.stop()
  await rm(folder, { recursive: true, force: true })
})

it('By keyboard, an admin makes the passphrase of the backups; it is used once it was typed from the paper', async () => {
  const { storageState, api } = await callAs(blog.url, ADMIN)
  const context = await (
    await openBrowser()
  ).newContext({ baseURL: blog.url, viewport: { width: 360, height: 740 }, storageState: { ...storageState, origins: [] } })
  onTestFinished(() => context.close())
  const { page, open, expectProblem } = await createVisit(context, blog.url)
  await open('/dashboard?tab=settings&section=copies')
  expectProblem(/status of 400/)
  const hasKey = async () => (await api(getBackupPlace)).hasKey
  const sheet = page.getByRole('region', { name: 'Passphrase of the backups of' })
  const field = page.getByLabel('Type it once from your paper')
  const type = async (words: string) => {
    await tabTo(page, field)
    await page.keyboard.press('Control+A')
    await page.keyboard.insertText(words)
    await page.keyboard.press('Enter')
  }

  await pressOn(page, page.getByRole('button', { name: 'Make the passphrase' }))
  await sheet.getByText('Until then, nothing is copied.').waitFor()
  await pressOn(page, page.getByRole('button', { name: 'Not now' }))
  await pressOn(page, page.getByRole('button', { name: 'Make the passphrase' }))
  const words = await sheet.locator('strong').innerText()
  await type('not-the-right-one')
  await page.getByText('This is not the passphrase that was just made.').waitFor()
  await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true)
  expect(await hasKey()).toBe(false)
  await type(words.replaceAll('-', ' ').toUpperCase())
  const done = page.getByText('It is on your paper. Copies are encrypted with it from now on.')
  await expect.poll(() => done.evaluate((element) => element === document.activeElement)).toBe(true)
  expect(await hasKey()).toBe(true)
  await page.getByText('It was made, and is on your paper.').waitFor()
  expect(await page.content()).not.toContain(words)

  // One careless press changes nothing.
  await pressOn(page, page.getByRole('button', { name: 'Make a new passphrase' }))
  await sheet.getByText('Until then, copies are made with the passphrase that you have.').waitFor()
  await page.reload()
  await pressOn(page, page.locator('#elsewhere summary').first())
  await page.getByText('It was made, and is on your paper.').waitFor()
  expect(blog.output()).not.toContain(words)
})
