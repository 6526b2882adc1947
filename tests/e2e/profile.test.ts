import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { createComment } from '#comments/contract/comments.endpoints.ts'
import { listPosts } from '#posts/contract/posts.endpoints.ts'
import { signUp } from '#accounts/contract/users.endpoints.ts'
import { type Account, ADMIN, READER } from '#tests/support/accounts.ts'
import { commentsOf } from '#tests/support/browser/comments-screen.ts'
import { useJourneys } from '#tests/support/browser/journey.ts'
import { STATUS_401, STATUS_503, failCalls, holdCalls } from '#tests/support/browser/network.ts'
import { brokenPictureFile, pictureFile, UPLOADS_PATH } from '#tests/support/media/picture-files.ts'
import { noise } from '#tests/support/media/pictures.ts'
import { accountMenu, signIn } from '#tests/support/screens/session-screens.ts'
import { expectAddress, expectCount, expectText, expectTexts } from '#tests/support/browser/visit.ts'

const journeys = useJourneys()
const BUSY = 'The blog is busy right now. Please try again in a moment.'

let count = 0
/** Creates an account that the test may change. */
async function newReader(): Promise<Account> {
  count += 1
  const account = { username: `reader${count}`, email: `reader${count}@example.org`, password: `words of reader ${count}` }
  const { api } = await journeys.callAs(READER)
  await api(signUp, { body: account })
  return account
}

async function openProfile(account: Account) {
  const visit = await journeys.visit({ as: account })
  await visit.open('/dashboard?tab=profile')
  return visit
}

const update = (page: Page) => page.getByRole('button', { name: 'Update' })
const alert = (page: Page) => page.getByRole('main').getByRole('alert')
/** The message that describes a field. */
const fieldError = (page: Page, label: string) =>
  page
    .getByRole('main')
    .locator('div')
    .filter({ has: page.getByLabel(label, { exact: true }) })
    .last()
    .locator('[id$=-error]')
const picker = (page: Page) => page.getByLabel('Profile picture', { exact: true })
const picture = (page: Page) => page.getByRole('button', { name: 'Change profile picture' }).locator('img')

/** All widths of a picture are in one folder. */
const folderOf = (address: string) => address.slice(0, address.lastIndexOf('/'))

/** Presses Update. @returns the request body */
async function sentBy(page: Page): Promise<unknown> {
  const [request] = await Promise.all([page.waitForRequest((sent) => sent.method() === 'PUT'), update(page).click()])
  return request.postDataJSON()
}

describe('The profile', () => {
  it('An unchanged profile sends nothing and says so', async () => {
    const account = await newReader()
    const { page, calls } = await openProfile(account)
    await expect.poll(() => page.getByLabel('Username').inputValue()).toBe(account.username)
    await expect.poll(() => page.getByLabel('Email').inputValue()).toBe(account.email)
    await expect.poll(() => page.getByLabel('Password').inputValue()).toBe('')
    await update(page).click()
    await expectText(alert(page), 'No changes made')
    expect(calls()).toEqual([])
  })

  it('The profile sends only changed fields, and the header follows', async () => {
    const { page } = await openProfile(await newReader())
    await page.getByLabel('Username').fill('renamedonce')
    expect(await sentBy(page)).toEqual({ username: 'renamedonce' })
    await page.getByText('Your profile was updated.').waitFor()
    await accountMenu(page).click()
    await page.getByRole('banner').getByText('@renamedonce').waitFor()
    await page.keyboard.press('Escape')
    await page.getByLabel('Display name').fill('Oma Gerda ♥')
    expect(await sentBy(page)).toEqual({ displayName: 'Oma Gerda ♥' })
    await accountMenu(page).click()
    await page.getByRole('banner').getByText('Oma Gerda ♥').waitFor()
    await page.keyboard.press('Escape')
    await page.getByLabel('Email').fill('renamedonce@example.org')
    await page.getByLabel('Password').fill('a word of their own')
    expect(await sentBy(page)).toEqual({ email: 'renamedonce@example.org', password: 'a word of their own' })
    await page.getByText('Your profile was updated.').waitFor()
    await page.reload()
    await expect.poll(() => page.getByLabel('Email').inputValue()).toBe('renamedonce@example.org')
    await page.getByLabel('Password').fill('a second word of their own')
    expect(await sentBy(page)).toEqual({ password: 'a second word of their own' })
    await page.getByText('Your new password is saved.').waitFor()
    const again = await journeys.visit()
    await again.open('/sign-in')
    await signIn(again.page, { email: 'renamedonce@example.org', password: 'a second word of their own' })
    await expectAddress(again.page, '/')
  })

  it('The profile is busy while it saves and shows the server’s message', async () => {
    const { page, expectProblem } = await openProfile(await newReader())
    expectProblem(/status of 409/)
    const release = await holdCalls(page, '/api/user/update')
    await page.getByLabel('Username').fill(READER.username)
    await update(page).click()
    await page.getByRole('main').getByRole('button', { name: 'Loading...' }).waitFor()
    release()
    await expectText(fieldError(page, 'Username'), 'This username is already taken.')
    expectProblem(/status of 400/)
    await page.getByLabel('Username').fill('Not allowed!')
    await update(page).click()
    await expectText(fieldError(page, 'Username'), 'Username can only contain letters a to z and numbers.')
    expectProblem(STATUS_503)
    await failCalls(page, '/api/user/update')
    await update(page).click()
    await expectText(alert(page), BUSY)
    await expect.poll(() => page.getByLabel('Username').inputValue()).toBe('Not allowed!')
  })
})

describe('The profile picture', () => {
  it('A profile picture is uploaded with progress and saved with Update, and everyone sees it', async () => {
    const { page } = await openProfile(await newReader())
    const before = await picture(page).getAttribute('src')
    await expect.poll(() => picker(page).getAttribute('accept')).toBe('image/*')
    const release = await holdCalls(page, UPLOADS_PATH)
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'Change profile picture' }).click(),
    ])
    await chooser.setFiles({ name: 'me.webp', mimeType: 'image/webp', buffer: await noise(700, 700).webp({ quality: 90 }).toBuffer() })
    await page.getByRole('progressbar').waitFor()
    await page.getByText(/^\d+%$/).waitFor()
    await expect.poll(() => update(page).isDisabled()).toBe(true)
    await page.getByLabel('Username').press('Enter')
    await expectText(alert(page), 'Please wait for image to upload')
    release()
    await expectCount(page.getByRole('progressbar'), 0)
    await expect.poll(() => picture(page).getAttribute('src')).not.toBe(before)
    const sent = (await sentBy(page)) as { profilePicture: string }
    expect(sent).toEqual({ profilePicture: expect.stringMatching(/^\/files\//) })
    await page.getByText('Your profile was updated.').waitFor()
    await expect.poll(() => accountMenu(page).locator('img').getAttribute('src')).toContain(folderOf(sent.profilePicture))
    // A JPEG, which mail programs and old browsers show, too.
    expect(sent.profilePicture).toMatch(/_640x640_/)
    const response = await fetch(journeys.blog.url + sent.profilePicture)
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
  })

  it('A profile picture that cannot be uploaded shows an error, and the one before stays', async () => {
    const { page, calls } = await openProfile(await newReader())
    const before = await picture(page).getAttribute('src')
    await picker(page).setInputFiles(brokenPictureFile())
    await expectText(alert(page).filter({ hasText: /./ }), 'Could not upload image (File must be less than 2MB)')
    await expect.poll(() => picture(page).getAttribute('src')).toBe(before)
    await update(page).click()
    await expectTexts(alert(page), ['Could not upload image (File must be less than 2MB)', 'No changes made'])
    expect(calls()).toEqual([])
    await picker(page).setInputFiles(await pictureFile())
    await expect.poll(() => picture(page).getAttribute('src')).not.toBe(before)
    await expectCount(alert(page).filter({ hasText: /./ }), 0)
    // One that is not saved yet stays, too, and can be saved.
    const chosen = (await picture(page).getAttribute('src')) ?? ''
    await picker(page).setInputFiles(brokenPictureFile())
    await expectText(alert(page).filter({ hasText: /./ }), 'Could not upload image (File must be less than 2MB)')
    expect(await picture(page).getAttribute('src')).toBe(chosen)
    expect(await sentBy(page)).toEqual({ profilePicture: chosen })
  })
})

describe('Deleting an account', () => {
  it('A reader deletes the account after a dialog, and its comments stay as anonymous', async () => {
    const account = await newReader()
    const { api } = await journeys.callAs(account)
    const [post] = (await api(listPosts)).posts
    await api(createComment, { body: { content: 'Said before leaving', postId: post!._id } })
    const { page, expectProblem, calls } = await openProfile(account)
    const dialog = page.getByRole('dialog')
    await page.getByRole('button', { name: 'Delete Account' }).click()
    await expectText(dialog.getByRole('heading'), 'Are you sure you want to delete your account?')
    await expectTexts(dialog.getByRole('button'), ['Yes, I am sure', 'No, cancel'])
    await dialog.getByRole('button', { name: 'No, cancel' }).click()
    await expectCount(dialog, 0)
    expect(calls()).toEqual([])

    expectProblem(STATUS_401)
    await page.getByRole('button', { name: 'Delete Account' }).click()
    await dialog.getByRole('button', { name: 'Yes, I am sure' }).click()
    await expectAddress(page, /^\/sign-in/)
    await page.getByRole('banner').getByRole('link', { name: 'Sign In' }).waitFor()
    await signIn(page, account)
    await expectText(alert(page), 'Wrong email or password.')
    await page.goto(`/post/${post!.slug}`)
    await commentsOf(page)
      .getByRole('listitem')
      .filter({ hasText: 'Said before leaving' })
      .getByText('anonymous', { exact: true })
      .waitFor()
  })

  it('An account that cannot be deleted stays, with the server’s message', async () => {
    const { page, open, expectProblem } = await journeys.visit({ as: ADMIN })
    expectProblem(/status of 409/)
    await open('/dashboard?tab=profile')
    await page.getByRole('button', { name: 'Delete Account' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Yes, I am sure' }).click()
    await expectText(dialog.getByRole('alert'), 'This is the last admin account; the blog needs at least one.')
    await dialog.getByRole('button', { name: 'No, cancel' }).click()
    await accountMenu(page).waitFor()
  })
})
