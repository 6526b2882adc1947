import type { Page } from 'playwright-core'
import { describe, expect, it, onTestFinished } from 'vitest'
import { signUp } from '#accounts/contract/users.endpoints.ts'
import { createComment, listComments } from '#comments/contract/comments.endpoints.ts'
import { createPost } from '#writing/contract/edit-posts.endpoints.ts'
import { updateSettings } from '#site/contract/settings.endpoints.ts'
import { ADMIN, READER } from '#tests/support/accounts.ts'
import { findFreePort } from '#tests/support/free-port.ts'
import { useJourneys } from '#tests/support/browser/journey.ts'
import { bodyEditor, toolbarButton } from '#tests/support/browser/post-form-screen.ts'
import { hasFocus, pressOn, tabTo } from '#tests/support/browser/tab-keys.ts'
import { storedPictures } from '#tests/support/browser/editor-files.ts'
import { pictureFile } from '#tests/support/media/picture-files.ts'
import { expectAddress, expectCount, expectText, expectTexts, heading } from '#tests/support/browser/visit.ts'

/** Invitation links start with PUBLIC_URL. Nothing listens at the mail server: the blog is set up for mail, and sends none. */
const port = await findFreePort()
const journeys = useJourneys({
  PORT: String(port),
  PUBLIC_URL: `http://127.0.0.1:${port}`,
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'blog@example.org',
})

async function fill(page: Page, label: string, text: string): Promise<void> {
  await tabTo(page, page.getByRole('main').getByLabel(label, { exact: true }))
  await page.keyboard.press('Control+A')
  await page.keyboard.type(text)
}

/** Presses a toolbar button. The toolbar is one tab stop, with arrow keys inside. */
async function pressInToolbar(page: Page, name: string): Promise<void> {
  await page.keyboard.press('Shift+Tab')
  for (let steps = 0; steps < 30 && !(await hasFocus(toolbarButton(page, name))); steps += 1) await page.keyboard.press('ArrowRight')
  expect(await hasFocus(toolbarButton(page, name))).toBe(true)
  await page.keyboard.press('Enter')
}

/** Waits for the focus, which returns to the text after a toolbar button. */
const returnToText = (page: Page) => expect.poll(() => hasFocus(bodyEditor(page))).toBe(true)

async function writePost(page: Page): Promise<void> {
  await fill(page, 'Title', 'Written without a mouse')
  await page.keyboard.press('Enter')
  await returnToText(page)
  await page.keyboard.type('Plain words, and ')
  await pressInToolbar(page, 'Text styles')
  await tabTo(page, bodyEditor(page))
  await pressInToolbar(page, 'Bold')
  await returnToText(page)
  await page.keyboard.type('strong ones')
  await pressInToolbar(page, 'Link')
  const dialog = page.getByRole('dialog', { name: 'Add a link' })
  await dialog.waitFor()
  await page.keyboard.press('Escape')
  await expectCount(dialog, 0)
  await returnToText(page)
}

describe('By keyboard', () => {
  it('an admin removes everything of an account, and brings it back', async () => {
    const { api } = await journeys.callAs(ADMIN)
    const post = await api(createPost, { body: { title: 'Spam by key', content: '<p>Words.</p>' } })
    const reader = await journeys.callAs(READER)
    for (const content of ['Pills', 'More pills']) await reader.api(createComment, { body: { postId: post._id, content } })
    const left = async () => (await api(listComments, { params: { postId: post._id } })).length
    const { page, open } = await journeys.visit({ as: ADMIN })
    await open('/dashboard?tab=comments')
    await pressOn(page, page.getByRole('button', { name: `Remove or disable @${READER.username}…` }).first())
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('radio', { name: 'Remove everything' }).waitFor()
    await pressOn(page, dialog.getByRole('button', { name: 'Remove everything' }))
    await expect.poll(left).toBe(0)
    await pressOn(page, page.getByRole('button', { name: `Bring back everything of @${READER.username}` }))
    await page.getByText('Everything is back.').waitFor()
    expect(await left()).toBe(2)
  })

  it('an admin approves a comment, replies to it, deletes it and brings it back: each step is announced, and the focus stays', async () => {
    const { api } = await journeys.callAs(ADMIN)
    await api(updateSettings, { body: { firstCommentsWait: true } })
    onTestFinished(async () => void (await api(updateSettings, { body: { firstCommentsWait: false } })))
    const stranger = { username: 'newvoice', email: 'newvoice@example.org', password: 'words of a new voice' }
    await (await journeys.callAs(READER)).api(signUp, { body: stranger })
    const { _id: postId } = await api(createPost, { body: { title: 'Moderated by key', content: '<p>Words.</p>' } })
    await (await journeys.callAs(stranger)).api(createComment, { body: { postId, content: 'A first hello' } })

    const { page, open } = await journeys.visit({ as: ADMIN })
    await open('/dashboard?tab=comments')
    const row = page.getByRole('row').filter({ hasText: 'A first hello' })
    const button = (name: string) => row.getByRole('button', { name: new RegExp(`^${name} .*A first hello`) })
    const said = (text: string) => page.getByRole('status').filter({ hasText: text }).waitFor()
    await pressOn(page, button('Approve'))
    await said('Approved')
    await expect.poll(() => hasFocus(button('Undo the approval of'))).toBe(true)

    await pressOn(page, button('Reply to'))
    await page.keyboard.type('Welcome')
    await pressOn(page, row.getByRole('button', { name: 'Send reply' }))
    await said('Your reply was added.')
    await expect.poll(() => hasFocus(button('Reply to'))).toBe(true)

    await pressOn(page, button('Delete'))
    const dialog = page.getByRole('dialog')
    await expect.poll(() => hasFocus(dialog.getByRole('button', { name: 'No, cancel' }))).toBe(true)
    await pressOn(page, dialog.getByRole('button', { name: 'Yes, I am sure' }))
    await said('The comment of @newvoice is deleted.')
    await expect.poll(() => hasFocus(page.getByRole('button', { name: 'Undo', exact: true }))).toBe(true)
    await page.keyboard.press('Enter')
    await expect.poll(() => hasFocus(button('Delete'))).toBe(true)
    expect(await page.getByText('The comment of @newvoice is deleted.').count()).toBe(0)
    expect((await api(listComments, { params: { postId } })).map(({ content }) => content)).toEqual(['Welcome', 'A first hello'])
  })

  it('an admin invites, and who is invited joins and chooses which mails to get', async () => {
    const admin = await journeys.visit({ as: ADMIN })
    await admin.open('/dashboard?tab=users')
    const inviteButton = admin.page.getByRole('button', { name: 'Invite people' })
    await pressOn(admin.page, inviteButton)
    await expect.poll(() => hasFocus(admin.page.getByLabel('Whom is it for?'))).toBe(true)
    await pressOn(admin.page, admin.page.getByRole('button', { name: 'Make the link' }))
    const link = await admin.page.getByLabel('The link', { exact: true }).inputValue()
    await expectText(admin.page.getByText(/^The link begins with/), /only this computer can open it/)
    await pressOn(admin.page, admin.page.getByRole('button', { name: 'Done' }))
    await expect.poll(() => hasFocus(inviteButton)).toBe(true)

    const { page } = await journeys.visit()
    await page.goto(link)
    await fill(page, 'Your name', 'Aunt Ida')
    await fill(page, 'Email', 'ida@example.org')
    await page.keyboard.press('Enter')
    await expectAddress(page, '/welcome')
    await tabTo(page, page.getByRole('radio').first())
    await page.keyboard.press('ArrowDown')
    await pressOn(page, page.getByRole('main').getByRole('button', { name: 'Save' }))
    await page.getByText('Your choice was saved.').waitFor()
    await page.reload()
    expect(await page.getByRole('radio', { name: 'On Sundays' }).isChecked()).toBe(true)

    await pressOn(admin.page, admin.page.getByRole('button', { name: 'Revoke Family' }))
    await pressOn(admin.page, admin.page.getByRole('button', { name: 'Yes, I am sure' }))
    await expect.poll(() => hasFocus(admin.page.getByRole('paragraph').filter({ hasText: '1 of 10 joined, revoked' }))).toBe(true)
  })

  it('a visitor follows by mail', async () => {
    const { page, open } = await journeys.visit()
    await open('/follow')
    await fill(page, 'Email', 'aunt@example.org')
    await pressOn(page, page.getByRole('main').getByRole('button', { name: 'Follow' }))
    await expectText(page.getByText('A mail is on its way to you'), /^Thank you/)
  })

  it('an admin writes a post with a photo, and describes it', async () => {
    const { page, open } = await journeys.visit({ as: ADMIN })
    await open('/create-post')
    await fill(page, 'Title', 'A photo by key')
    const chosen = page.waitForEvent('filechooser')
    await pressOn(page, page.getByRole('button', { name: 'Photo', exact: true }))
    await (await chosen).setFiles(await pictureFile('window.png'))
    await expect.poll(() => storedPictures(page).count()).toBe(1)
    await expect.poll(() => hasFocus(bodyEditor(page))).toBe(true)
    // From the line below the picture to the picture.
    await page.keyboard.press('ArrowUp')
    await tabTo(page, page.getByLabel('Description'))
    await page.keyboard.type('The window of her room')
    await expect.poll(() => storedPictures(page).count()).toBe(1)
    await pressOn(page, page.getByRole('button', { name: 'Publish' }))
    await expectAddress(page, '/post/a-photo-by-key')
    await page.getByRole('article').getByRole('img', { name: 'The window of her room' }).first().waitFor()
  })

  it('a person signs up, signs in as the admin and publishes a post', async () => {
    const { page, open } = await journeys.visit()
    await open('/')
    await pressOn(page, page.getByRole('banner').getByRole('link', { name: 'Sign In' }))
    await expectText(heading(page), 'Sign In')
    await pressOn(page, page.getByRole('main').getByRole('link', { name: 'Sign Up' }))
    await expectText(heading(page), 'Sign Up')
    await fill(page, 'Username', 'typist')
    await fill(page, 'Email', 'typist@example.org')
    await fill(page, 'Password', 'words of a typist')
    await page.keyboard.press('Enter')
    await page.getByText('Your account is ready. You can sign in now.').waitFor()
    await fill(page, 'Email', ADMIN.email)
    await fill(page, 'Password', ADMIN.password)
    await page.keyboard.press('Enter')
    await expectAddress(page, '/')

    await pressOn(page, page.getByRole('button', { name: 'Account' }))
    await pressOn(page, page.getByRole('link', { name: 'Profile' }))
    await expectText(heading(page), 'Profile')
    await pressOn(page, page.getByRole('link', { name: 'Create a post' }))
    await bodyEditor(page).waitFor()
    await writePost(page)
    await pressOn(page, page.getByRole('button', { name: 'Publish' }))
    await expectAddress(page, '/post/written-without-a-mouse')
    await expectTexts(page.locator('.prose strong'), ['strong ones'])
  })

  it('a reader writes, likes, edits and deletes a comment', async () => {
    const { page, open } = await journeys.visit({ as: ADMIN })
    const { api } = await journeys.callAs(ADMIN)
    const { slug } = await api(createPost, { body: { title: 'For fingers', content: '<p>Words.</p>' } })
    await open(`/post/${slug}`)
    await fill(page, 'Your comment', 'Typed')
    await pressOn(page, page.getByRole('button', { name: 'Submit' }), 'Space')
    const item = page.getByRole('region', { name: /^Comments/ }).getByRole('listitem')
    await expectText(item, /Typed/)
    await pressOn(page, item.getByRole('button', { name: /^Like the comment of/ }), 'Space')
    await expectText(item, /1 like/)
    await pressOn(page, item.getByRole('button', { name: 'Edit' }))
    expect(await hasFocus(item.getByRole('textbox'))).toBe(true)
    await page.keyboard.press('End')
    await page.keyboard.type(' twice')
    await pressOn(page, item.getByRole('button', { name: 'Save' }))
    await expectText(item, /Typed twice/)
    expect(await hasFocus(item.getByRole('button', { name: 'Edit' }))).toBe(true)

    await pressOn(page, item.getByRole('button', { name: 'Delete' }))
    const dialog = page.getByRole('dialog')
    await expect.poll(() => hasFocus(dialog.getByRole('button', { name: 'No, cancel' }))).toBe(true)
    await page.keyboard.press('Escape')
    await expectCount(dialog, 0)
    expect(await hasFocus(item.getByRole('button', { name: 'Delete' }))).toBe(true)
    await page.keyboard.press('Enter')
    await pressOn(page, dialog.getByRole('button', { name: 'Yes, I am sure' }))
    await page.getByText('No comments yet!').waitFor()
    await expect.poll(() => hasFocus(item.getByRole('button', { name: /^Undo the deletion/ }))).toBe(true)
  })

  it('an admin deletes a row, undoes it, and the focus stays in the row', async () => {
    const { api } = await journeys.callAs(ADMIN)
    for (const title of ['Second', 'First']) await api(createPost, { body: { title, content: '<p>Words.</p>' } })
    const { page, open } = await journeys.visit({ as: ADMIN })
    await open('/dashboard?tab=posts')
    const dialog = page.getByRole('dialog')
    await pressOn(page, page.getByRole('button', { name: 'Delete First' }))
    await pressOn(page, dialog.getByRole('button', { name: 'Yes, I am sure' }))
    await expect.poll(() => hasFocus(page.getByRole('button', { name: 'Undo' }))).toBe(true)
    await page.keyboard.press('Enter')
    await expect.poll(() => hasFocus(page.getByRole('button', { name: 'Delete First' }))).toBe(true)
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    await expectCount(dialog, 0)
    await expect.poll(() => hasFocus(page.getByRole('button', { name: 'Delete First' }))).toBe(true)
  })

  it('the menu of a phone opens, closes and leads to a page', async () => {
    const { page, open } = await journeys.visit({ on: 'phone' })
    await open('/')
    await pressOn(page, page.getByRole('button', { name: 'Menu' }))
    const search = page.getByRole('searchbox', { name: 'Search posts' })
    await search.waitFor()
    await page.keyboard.press('Escape')
    await search.waitFor({ state: 'hidden' })
    expect(await hasFocus(page.getByRole('button', { name: 'Menu' }))).toBe(true)
    await page.keyboard.press('Enter')
    await tabTo(page, search)
    await page.keyboard.type('bus')
    await page.keyboard.press('Enter')
    await expectAddress(page, '/search?search=bus')
    await search.waitFor({ state: 'hidden' })
  })
})
