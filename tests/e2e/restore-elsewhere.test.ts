import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createWriteStream } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest'
import { listPosts } from '#posts/contract/posts.endpoints.ts'
import { createPost } from '#writing/contract/edit-posts.endpoints.ts'
import {
  confirmBackupKey,
  copyBackupNow,
  createBackupKey,
  getBackupPlace,
  saveBackupPlace,
} from '#upkeep/contract/backup-place.endpoints.ts'
import { createBackup, listBackups } from '#upkeep/contract/upkeep.endpoints.ts'
import { createBackupKey as createKey } from '#upkeep/server/elsewhere/backup-key.ts'
import { encryptFile } from '#upkeep/server/elsewhere/encrypt-backup.ts'
import { placeUrl } from '#platform/process/place-settings.ts'
import { ADMIN } from '#tests/support/accounts.ts'
import { type BlogProcess, startBlogProcess } from '#tests/support/blog-process.ts'
import { callAs } from '#tests/support/call-as.ts'
import { openBrowser } from '#tests/support/journey.ts'
import { unlessMissing } from '#tests/support/requirement.ts'
import { missingSshd, startSftpServer } from '#tests/support/sftp-server.ts'
import { pressOn, tabTo } from '#tests/support/tab-keys.ts'
import { createVisit } from '#tests/support/visit.ts'

let blog: BlogProcess
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kindred-restore-'))
  await cp(inject('seededData'), join(folder, 'blog'), { recursive: true })
  blog = await startBlogProcess({ DATA_DIR: join(folder, 'blog') })
})
afterAll(async () => {
  await blog?.stop()
  await rm(folder, { recursive: true, force: true })
})

const titles = async () => (await (await callAs(blog.url, ADMIN)).api(listPosts)).posts.map(({ title }) => title)

async function openRestore(): Promise<Page> {
  // A new session: a restore ends all others.
  const { storageState } = await callAs(blog.url, ADMIN)
  const browser = await openBrowser()
  const context = await browser.newContext({
    baseURL: blog.url,
    viewport: { width: 360, height: 740 },
    reducedMotion: 'reduce',
    storageState: { ...storageState, origins: [] },
  })
  onTestFinished(() => context.close())
  const { page, open, expectProblem } = await createVisit(context, blog.url)
  await open('/dashboard?tab=settings&section=copies#restore')
  expectProblem(/status of 503|status of 401/)
  return page
}

/** Types into an empty field, or over what is in it. */
async function write(page: Page, label: string, words: string): Promise<void> {
  await tabTo(page, page.getByLabel(label, { exact: true }))
  await page.keyboard.press('Control+A')
  await page.keyboard.insertText(words)
}

/** Replaces the blog by the checked backup. */
async function replace(page: Page): Promise<void> {
  await page.getByRole('heading', { name: 'This backup can be restored' }).waitFor()
  await pressOn(page, page.getByRole('button', { name: 'Replace this blog by the backup' }))
  await page.getByText('Everybody is signed out.').waitFor()
}

it('By keyboard, an admin restores an encrypted file: a wrong passphrase is said, the right one opens it, and it is sent once', async () => {
  const { passphrase, recipient, keyFile } = await createKey()
  const plain = join(folder, 'plain.tar')
  expect((await blog.command('backup', plain)).exitCode).toBe(0)
  const before = await titles()
  await (await callAs(blog.url, ADMIN)).api(createPost, { body: { title: 'Written since the backup', content: '<p>Words.</p>' } })
  const sealed = join(folder, 'sealed.tar.age')
  await pipeline((await encryptFile(plain, recipient)).stream, createWriteStream(sealed))
  const page = await openRestore()
  const created: string[] = []
  page.on(
    'request',
    (request) => void (request.method() === 'POST' && new URL(request.url()).pathname === '/files' && created.push('file')),
  )

  const chooser = page.waitForEvent('filechooser')
  await pressOn(page, page.getByRole('button', { name: 'Choose the file', exact: true }))
  await (await chooser).setFiles(sealed)
  await page.getByText(/This backup is encrypted\./).waitFor()
  await write(page, 'Passphrase of the backups', 'not-the-right-one')
  await write(page, 'The key', keyFile)
  await pressOn(page, page.getByRole('button', { name: 'Open it' }))
  await page.getByText(/not the one of these backups/).waitFor()
  expect(await titles()).toContain('Written since the backup')
  // What was given stays: only the passphrase is written again.
  await write(page, 'Passphrase of the backups', passphrase)
  await pressOn(page, page.getByRole('button', { name: 'Open it' }))
  await replace(page)
  expect(await titles()).toEqual(before)
  expect(created).toEqual(['file'])
  expect(blog.output()).not.toContain(passphrase)
})

describe('From the other place', unlessMissing(missingSshd), () => {
  it('An admin chooses a copy from the list there; a wrong passphrase fetches nothing, the right one brings the blog back', async () => {
    const server = await startSftpServer()
    onTestFinished(() => server.stop())
    const { api } = await callAs(blog.url, ADMIN)
    const secret = 'privateKey' in server.settings.secret ? server.settings.secret.privateKey : ''
    await api(saveBackupPlace, { body: { url: placeUrl(server.settings), secret, hostKey: server.settings.hostKey } })
    const { passphrase, keyFile } = await api(createBackupKey)
    await api(confirmBackupKey, { body: { keyFile, passphrase } })
    const before = await titles()
    await api(createBackup)
    await expect.poll(async () => (await api(listBackups)).backups.some(({ occasion }) => occasion === 'by-hand')).toBe(true)
    await api(copyBackupNow)
    await expect.poll(async () => (await api(getBackupPlace)).last?.name).toMatch(/^kindred-by-hand/)
    await writeFile(join(server.folder, 'not-a-backup.txt'), 'a list of tools')
    await api(createPost, { body: { title: 'Written since the copy', content: '<p>Words.</p>' } })

    const page = await openRestore()
    const place = page.getByRole('region', { name: 'From the other place' })
    await pressOn(page, place.getByRole('button', { name: 'Show the earlier ones, too' }))
    await expect.poll(() => place.getByLabel('Copy').locator('option').count()).toBe(2)
    await place.getByLabel('Copy').selectOption({ index: 1 })
    const passphraseField = place.getByLabel('Passphrase of the backups')
    await passphraseField.fill('not-the-right-one')
    await place.getByRole('button', { name: 'Fetch it and see what is in it' }).click()
    await page.getByText(/not the one of these backups/).waitFor()
    expect(await titles()).toContain('Written since the copy')
    // The choice stays: a copy of another day would be a surprise.
    expect(await place.getByLabel('Copy').inputValue()).toMatch(/^kindred-by-hand/)
    await passphraseField.fill(passphrase)
    await place.getByRole('button', { name: 'Fetch it and see what is in it' }).click()
    await replace(page)
    expect(await titles()).toEqual(before)
  })
})
