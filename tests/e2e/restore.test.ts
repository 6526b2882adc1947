import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { ADMIN, type Account, account } from '#tests/support/accounts.ts'
import { type BlogProcess, startBlogProcess } from '#tests/support/blog/blog-process.ts'
import { useJourneys, visitBlog } from '#tests/support/browser/journey.ts'
import { type Visit, expectText } from '#tests/support/browser/visit.ts'
import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { Page } from 'playwright-core'
import { listPosts } from '#posts/contract/posts.endpoints.ts'
import { getBackupPlace } from '#operations/contract/backup-place.endpoints.ts'
import { createBackupKey } from '#operations/server/off-site/backup-key.ts'
import { encryptFile } from '#operations/server/off-site/encrypt-backup.ts'
import { callAs } from '#tests/support/blog/call-as.ts'
import { unlessMissing } from '#tests/support/requirement.ts'
import { createBucketAt, missingSwift } from '#tests/support/storage/s3.ts'
import { type SwiftServer, startSwift } from '#tests/support/storage/swift-server.ts'
import { pressOn, tabTo } from '#tests/support/browser/tab-keys.ts'

const journeys = useJourneys()
const OWNER = account('owner')
const plain = () => join(folder, 'our backup.tar')
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kindred-restore-'))
  await journeys.blog.command('backup', plain())
  return () => rm(folder, { recursive: true, force: true })
})

const titles = async ({ url }: BlogProcess) => (await (await callAs(url, ADMIN)).api(listPosts)).posts.map(({ title }) => title)

it('A new blog is set up from a backup on a phone: its accounts sign in, and its posts are there', async () => {
  const blog = await startBlogProcess()
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
  const bytes = await readFile(plain())
  await writeFile(short, bytes.subarray(0, bytes.length - 4000))
  await choose(short)
  await page.getByText(/ends too early/).waitFor()
  await choose(plain())
  await page.getByRole('heading', { name: 'This backup can be restored' }).waitFor()
  // Whom the backup makes an admin.
  await page.getByText(ADMIN.email).waitFor()
  await page.getByRole('button', { name: 'Not this one' }).click()
  await choose(plain())
  expectProblem(/status of 401/)
  await page.getByRole('button', { name: 'Put it in place' }).click()
  await page.getByText('The backup is in its place.').waitFor()
  await page.getByRole('link', { name: 'Sign in' }).last().click()
  await page.getByLabel('Email').fill(ADMIN.email)
  await page.getByLabel('Password', { exact: true }).fill(ADMIN.password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect.poll(() => new URL(page.url()).pathname).not.toBe('/sign-in')
  expect(await titles(blog)).toEqual(await titles(journeys.blog))
  // Nothing leads back: there is a blog now.
  await page.goto('/dashboard?tab=settings&section=copies#restore')
  await page.getByText('A backup is put in place of a new blog').waitFor()
  expect(await page.getByLabel('The backup', { exact: true }).count()).toBe(0)
})

async function openCopies(by: BlogProcess, as: Account, section: string): Promise<Visit> {
  const visit = await visitBlog(by, { as, on: 'phone' })
  await visit.open(`/dashboard?tab=settings&section=copies${section}`)
  return visit
}

/** Types into an empty field, or over what is in it. */
async function write(page: Page, label: string, words: string): Promise<void> {
  await tabTo(page, page.getByLabel(label, { exact: true }))
  await page.keyboard.press('Control+A')
  await page.keyboard.insertText(words)
}

it('By keyboard, a new blog is restored from an encrypted file: a wrong passphrase is said, the right one opens it, and it is sent once', async () => {
  const { passphrase, recipient, keyFile } = await createBackupKey()
  const sealed = join(folder, 'sealed.tar.age')
  await pipeline((await encryptFile(plain(), recipient)).stream, createWriteStream(sealed))
  const fresh = await startBlogProcess({ ADMIN_EMAIL: OWNER.email, ADMIN_PASSWORD: OWNER.password })
  onTestFinished(() => fresh.stop())
  const { page, expectProblem } = await openCopies(fresh, OWNER, '#restore')
  // The restored blog does not know the session.
  expectProblem(/status of 401/)
  const created: string[] = []
  page.on(
    'request',
    (request) => void (request.method() === 'POST' && new URL(request.url()).pathname === '/files' && created.push('file')),
  )

  const chooser = page.waitForEvent('filechooser')
  await pressOn(page, page.getByRole('button', { name: 'Choose the file', exact: true }))
  await (await chooser).setFiles(sealed)
  await page.getByText('sealed.tar.age is encrypted.').waitFor()
  await write(page, 'Passphrase of the backups', 'not-the-right-one')
  await write(page, 'The key', keyFile)
  await pressOn(page, page.getByRole('button', { name: 'See what is in it' }))
  await page.getByText(/not the one of these backups/).waitFor()
  // What was given stays: only the passphrase is written again.
  await write(page, 'Passphrase of the backups', passphrase)
  await pressOn(page, page.getByRole('button', { name: 'See what is in it' }))
  await page.getByRole('heading', { name: 'This backup can be restored' }).waitFor()
  await pressOn(page, page.getByRole('button', { name: 'Put it in place' }))
  await page.getByText('The backup is in its place.').waitFor()
  expect(await titles(fresh)).toEqual(await titles(journeys.blog))
  expect(created).toEqual(['file'])
  expect(fresh.output()).not.toContain(passphrase)
})

describe('With another place', unlessMissing(missingSwift()), () => {
  let swift: SwiftServer
  beforeAll(async () => {
    swift = await startSwift()
    await createBucketAt(swift, 'our-backups')
    return swift.stop
  })

  it('An admin names a bucket, gets the passphrase once the bucket has its key, copies a backup there, and ends the copies', async () => {
    const admin = await journeys.callAs(ADMIN)
    const { page } = await openCopies(journeys.blog, ADMIN, '#elsewhere')
    await write(page, 'Address', 's3://our-backups/blog')
    await write(page, 'Address of the store', swift.endpoint)
    await write(page, 'Access key', swift.accessKeyId)
    await write(page, 'Secret key', swift.secretAccessKey)
    await page.keyboard.press('Enter')
    await page.getByText('Saved. We tried it').waitFor()
    expect((await admin.api(getBackupPlace)).hasKey).toBe(false)
    await pressOn(page, page.getByRole('button', { name: 'Make the passphrase' }))
    const sheet = page.getByRole('region', { name: 'Passphrase of the backups of' })
    const words = await sheet.locator('strong').innerText()
    expect((await admin.api(getBackupPlace)).hasKey).toBe(true)
    await pressOn(page, page.getByRole('button', { name: 'I have it on paper' }))
    expect(await page.content()).not.toContain(words)
    await pressOn(page, page.getByRole('button', { name: 'Make one now' }))
    await page.getByText('Done. It is the last one now.').waitFor()
    await pressOn(page, page.getByRole('button', { name: 'Copy the newest now' }))
    await page.getByText('it was read back and is whole').waitFor()
    await pressOn(page, page.getByRole('button', { name: 'No longer copy backups' }))
    await page.getByText('None yet. Copies there survive a broken machine.').waitFor()
    expect(journeys.blog.output()).not.toContain(words)
  })
})
