import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { createComment, dismissReports, listAllComments } from '#comments/contract/comments.endpoints.ts'
import { createPost } from '#writing/contract/edit-posts.endpoints.ts'
import { ADMIN, OTHER_READER, READER } from '#tests/support/accounts.ts'
import { chooseFromMenu, commentBox, commentItem, commentsOf, showComments } from '#tests/support/browser/comments-screen.ts'
import { useJourneys } from '#tests/support/browser/journey.ts'
import { readPage } from '#tests/support/blog/served-page.ts'
import { signIn } from '#tests/support/screens/session-screens.ts'
import { expectAddress, expectCount, expectText, expectTexts } from '#tests/support/browser/visit.ts'

const journeys = useJourneys()

let count = 0
/** Creates a post with these comments of the reader. @returns its path */
async function makePost(...comments: readonly string[]): Promise<string> {
  count += 1
  const { api } = await journeys.callAs(ADMIN)
  const post = await api(createPost, { body: { title: `Talk ${count}`, content: '<p>Say something.</p>' } })
  const reader = await journeys.callAs(READER)
  for (const content of comments) await reader.api(createComment, { body: { content, postId: post._id } })
  return `/post/${post.slug}`
}

const submit = (page: Page) => commentsOf(page).getByRole('button', { name: 'Submit' })
const contents = (page: Page) => commentsOf(page).getByRole('listitem')
const readAsVisitor = async (path: string) => (await readPage(journeys.blog.url + path)).text
const focusedText = (page: Page) => page.evaluate(() => document.activeElement?.textContent)

/** Records each text of the comments' status, including the empty one. */
const recordStatus = (page: Page) =>
  page.evaluate(() => {
    const heard: string[] = []
    Object.assign(globalThis, { heard })
    const comments = document.querySelector('#comments')!
    new MutationObserver(() => {
      const text = [...comments.querySelectorAll('output')].map((output) => output.textContent).join('')
      if (text !== (heard.at(-1) ?? '')) heard.push(text)
    }).observe(comments, { subtree: true, childList: true, characterData: true })
  })
const heard = (page: Page) => page.evaluate(() => (globalThis as unknown as { heard: string[] }).heard)

describe('Writing a comment', () => {
  it('A reader comments under their name, sees how many characters are left, and the newest comes first; each comment is announced', async () => {
    const { page, open, writes } = await journeys.visit({ as: READER })
    const path = await makePost()
    await open(path)
    await showComments(page)
    const section = commentsOf(page)
    await section.getByText('No comments yet!').waitFor()
    await expect.poll(() => section.getByRole('link', { name: `@${READER.username}` }).getAttribute('href')).toBe('/dashboard?tab=profile')
    await expectCount(section.getByRole('link', { name: `@${READER.username}` }).getByRole('presentation'), 1)
    const box = commentBox(page)
    await expect.poll(() => box.getAttribute('placeholder')).toBe('Add a comment...')
    await expect.poll(() => box.getAttribute('rows')).toBe('3')
    await section.getByText('250 characters remaining').waitFor()
    await box.fill('Good morning')
    await section.getByText('238 characters remaining').waitFor()

    await recordStatus(page)
    await submit(page).click()
    await commentItem(page, 'Good morning').getByText(`@${READER.username}`, { exact: true }).waitFor()
    await commentItem(page, 'Good morning').getByText('just now').waitFor()
    await expect.poll(() => box.inputValue()).toBe('')
    await expectCount(section.getByText('No comments yet!'), 0)
    await box.fill('  And good evening\nto all  ')
    await submit(page).click()
    await expectTexts(contents(page), [/And good evening\nto all/, /Good morning/])
    await expectText(section.getByRole('heading'), /^Comments\s*2$/)
    // The same words are announced again.
    const added = 'Your comment was added.'
    await expect.poll(() => heard(page)).toEqual([added, '', added])
    expect(writes()).toHaveLength(2)
    expect(await readAsVisitor(path)).toMatch(/And good evening to all.*Good morning/)
  })

  it('A comment has 1 to 250 characters, and is shown as text, never as markup', async () => {
    const { page, open, writes } = await journeys.visit({ as: READER })
    const path = await makePost()
    await open(path)
    const box = commentBox(page)
    await box.pressSequentially('x'.repeat(3))
    await box.fill('   ')
    await submit(page).click()
    await submit(page).click()
    expect(writes()).toEqual([])
    await box.fill('y'.repeat(250))
    await commentsOf(page).getByText('0 characters remaining', { exact: true }).waitFor()
    await submit(page).click()
    await commentItem(page, 'y'.repeat(250)).waitFor()
    const text = '<img src=x onerror=alert(1)> <b>bold</b> &amp;'
    await box.fill(text)
    await submit(page).click()
    await commentItem(page, text).waitFor()
    expect(await readAsVisitor(path)).toContain(text)
  })
})

describe('A text that is too long', () => {
  it('A paste over the limit stays whole; what is over is counted and marked, Submit selects it, and the shortened text is sent', async () => {
    const { page, open, writes } = await journeys.visit({ as: READER })
    const path = await makePost()
    await open(path)
    await showComments(page)
    const letter = `${'word '.repeat(50)}with all my love, Grandma`
    const box = commentBox(page)
    await box.fill(letter)
    expect(await box.inputValue()).toBe(letter)
    await commentsOf(page).getByText('25 characters too many').waitFor()
    await expectText(commentsOf(page).locator('mark'), 'with all my love, Grandma')
    await submit(page).click()
    await commentsOf(page).getByRole('alert').filter({ hasText: 'what is over is marked' }).waitFor()
    expect(await box.inputValue()).toBe(letter)
    expect(writes()).toEqual([])
    expect(await page.evaluate(() => document.getSelection()?.toString())).toBe('with all my love, Grandma')
    await expectCount(commentsOf(page).getByRole('link', { name: 'settings' }), 0)
    await page.keyboard.press('Delete')
    await submit(page).click()
    await commentItem(page, 'word word').waitFor()
    expect(await box.inputValue()).toBe('')
  })
})

describe('Reporting', () => {
  it.each([{ withoutScripts: true }, { withoutScripts: false }])('A visitor reports a comment (%j)', async (options) => {
    const path = await makePost(`Seen by all ${options.withoutScripts}`)
    const { page, open } = await journeys.visit(options)
    await (options.withoutScripts ? page.goto(path) : open(path))
    const item = commentItem(page, 'Seen by all')
    await chooseFromMenu(item, 'link', 'Report')
    const reason = item.getByRole('textbox', { name: /^What is wrong with it/ })
    await expect.poll(() => reason.evaluate((field) => field === document.activeElement)).toBe(true)
    await reason.fill('Not for a family')
    await item.getByRole('button', { name: 'Send report' }).click()
    await item.getByText('Thank you. Somebody will look at this comment.').waitFor()
    await expect.poll(() => focusedText(page)).toBe('Thank you. Somebody will look at this comment.')
    const { api } = await journeys.callAs(ADMIN)
    const [first] = (await api(listAllComments, { query: { sort: 'attention' } })).comments
    expect(first).toMatchObject({ content: `Seen by all ${options.withoutScripts}`, reports: ['Not for a family'] })
    await api(dismissReports, { params: { commentId: first!._id } })
  })
})

describe('Liking a comment', () => {
  it('A reader likes and unlikes a comment, and the count is shown above 0 only', async () => {
    const path = await makePost('A kind word')
    const { page, open } = await journeys.visit({ as: OTHER_READER })
    await open(path)
    const like = commentItem(page, 'A kind word').getByRole('button', { name: /^Like the comment of/ })
    await expectText(like, '')
    await Promise.all([page.waitForResponse(/likecomment/), like.click()])
    await expectText(like, /1 like$/)
    await expect.poll(() => like.getAttribute('aria-pressed')).toBe('true')

    const second = await journeys.visit({ as: READER })
    await second.open(path)
    const theirs = commentItem(second.page, 'A kind word').getByRole('button', { name: /^Like the comment of/ })
    await expectText(theirs, /1 like$/)
    await expect.poll(() => theirs.getAttribute('aria-pressed')).toBe('false')
    // The count is shown before the response, and a second tap before the response is ignored.
    await Promise.all([second.page.waitForResponse(/likecomment/), theirs.click()])
    await expectText(theirs, /2 likes$/)
    await theirs.click()
    await expectText(theirs, /1 like$/)
    await like.click()
    await expectText(like, '')
  })

  it('A visitor who likes a comment signs in first and returns to the comments', async () => {
    const path = await makePost('Another kind word')
    const { page, open } = await journeys.visit()
    await open(path)
    await commentItem(page, 'Another kind word')
      .getByRole('link', { name: /^Like the comment of/ })
      .click()
    await expectAddress(page, `/sign-in?from=${encodeURIComponent(`${path}#comments`)}`)
    await signIn(page, READER)
    await expectAddress(page, `${path}#comments`)
    await commentBox(page).waitFor()
  })
})

describe('Editing a comment', () => {
  it('The edit form has the text; Cancel keeps it, and an unchanged text sends nothing', async () => {
    const { page, open, writes } = await journeys.visit({ as: READER })
    const path = await makePost('First words')
    await open(path)
    await showComments(page)
    const item = contents(page)
    const editor = item.getByRole('textbox')
    await item.getByRole('button', { name: 'Edit' }).click()
    await expect.poll(() => editor.inputValue()).toBe('First words')
    await editor.fill('Other words')
    await item.getByRole('button', { name: 'Cancel' }).click()
    await expectText(item, /First words/)

    await item.getByRole('button', { name: 'Edit' }).click()
    await expect.poll(() => editor.inputValue()).toBe('First words')
    await item.getByRole('button', { name: 'Save' }).click()
    await expectCount(editor, 0)
    await item.getByRole('button', { name: 'Edit' }).click()
    await editor.fill(' First words ')
    await item.getByRole('button', { name: 'Save' }).click()
    await expectCount(editor, 0)
    expect(writes()).toEqual([])

    await item.getByRole('button', { name: 'Edit' }).click()
    await editor.fill('Better words')
    await item.getByRole('button', { name: 'Save' }).click()
    await expectText(item, /Better words/)
    expect(writes()).toHaveLength(1)
    const served = await readAsVisitor(path)
    expect(served).toContain('Better words')
    expect(served).not.toContain('First words')
  })

  it('Only the owner and an admin can edit and delete a comment; others can report it, and the focus is on the thanks', async () => {
    const path = await makePost('My own words')
    const other = await journeys.visit({ as: OTHER_READER })
    await other.open(path)
    await showComments(other.page)
    await expectCount(contents(other.page).getByRole('button', { name: /^(Edit|Delete)/ }), 0)
    await chooseFromMenu(commentItem(other.page, 'My own words'), 'link', 'Report')
    await other.page.getByRole('textbox', { name: /^What is wrong with it/ }).fill('It is unkind.')
    await other.page.keyboard.press('Enter')
    await expect.poll(() => focusedText(other.page)).toBe('Thank you. Somebody will look at this comment.')

    const { page, open } = await journeys.visit({ as: ADMIN })
    await open(path)
    await showComments(page)
    await chooseFromMenu(contents(page), 'button', 'Edit')
    await contents(page).getByRole('textbox').fill('Words an admin mended')
    await contents(page).getByRole('button', { name: 'Save' }).click()
    await expectText(contents(page), /Words an admin mended/)
    await expectText(contents(page), new RegExp(`@${READER.username}[^]*Edited by @${ADMIN.username}`))
    const served = await readAsVisitor(path)
    expect(served).toContain('Words an admin mended')
    expect(served).not.toContain('My own words')
    await open('/dashboard?tab=comments')
    const row = page.getByRole('row').filter({ hasText: 'Words an admin mended' })
    await row.getByText(`Edited by @${ADMIN.username}`).click()
    await row.getByText('My own words').waitFor()
    await open(path)
    await showComments(page)

    await chooseFromMenu(contents(page), 'button', 'Delete')
    await page.getByRole('dialog').getByRole('button', { name: 'Yes, I am sure' }).click()
    await commentsOf(page).getByText('No comments yet!').waitFor()
    await expect.poll(() => focusedText(page)).toBe('Undo')
    const left = await readAsVisitor(path)
    expect(left).toContain('No comments yet!')
    expect(left).not.toContain('Words an admin mended')
  })
})

describe('Deleting a comment', () => {
  it('A reader deletes a comment after a dialog that can be cancelled', async () => {
    const { page, open, writes } = await journeys.visit({ as: READER })
    const path = await makePost('To stay', 'To go')
    await open(path)
    await showComments(page)
    const dialog = page.getByRole('dialog')
    await commentItem(page, 'To go').getByRole('button', { name: 'Delete' }).click()
    await expectText(dialog.getByRole('heading'), 'Are you sure you want to delete this Comment?')
    await expectTexts(dialog.getByRole('button'), ['Yes, I am sure', 'No, cancel'])
    await dialog.getByRole('button', { name: 'No, cancel' }).click()
    await expectCount(dialog, 0)
    await commentItem(page, 'To go').getByRole('button', { name: 'Delete' }).click()
    await page.keyboard.press('Escape')
    await expectCount(dialog, 0)
    expect(writes()).toEqual([])

    await commentItem(page, 'To go').getByRole('button', { name: 'Delete' }).click()
    await dialog.getByRole('button', { name: 'Yes, I am sure' }).click()
    await expectCount(dialog, 0)
    await expectCount(commentItem(page, 'To go'), 0)
    await commentItem(page, 'To stay').waitFor()
    await expectText(commentsOf(page).getByRole('heading'), /^Comments\s*1$/)
    const served = await readAsVisitor(path)
    expect(served).toContain('To stay')
    expect(served).not.toContain('To go')
  })
})

it('The word that a comment was added is gone once the comment is deleted', async () => {
  const { page, open } = await journeys.visit({ as: READER })
  await open(await makePost())
  await showComments(page)
  await commentBox(page).fill('Too hasty')
  await submit(page).click()
  await commentsOf(page).getByText('Your comment was added.').waitFor({ state: 'attached' })
  await commentItem(page, 'Too hasty').getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Yes, I am sure' }).click()
  await commentsOf(page).getByText('The comment was deleted.').waitFor({ state: 'attached' })
  await expectCount(commentsOf(page).getByText('Your comment was added.'), 0)
})

describe('Replying', () => {
  it('A reader replies to a comment on a small screen, and the reply stays when the comment is deleted', async () => {
    const path = await makePost('Who has the key?')
    const { page, open } = await journeys.visit({ as: READER })
    await page.setViewportSize({ width: 360, height: 740 })
    await open(path)
    await showComments(page)
    const replyTo = (content: string) => page.getByRole('listitem').filter({ hasText: content }).last().getByText('Reply', { exact: true })
    const box = page.getByRole('textbox', { name: `Your reply to @${READER.username}` })
    await replyTo('Who has').click()
    await box.pressSequentially('I thought you')
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('TEXTAREA')
    // Typed text survives a reload.
    await page.reload()
    await showComments(page)
    await expect.poll(() => box.inputValue()).toBe('I thought you')
    await commentsOf(page).getByRole('button', { name: 'Send reply' }).click()
    const replies = page.getByRole('list', { name: 'Replies' })
    await replies.getByText('I thought you').waitFor()
    await expectCount(box, 0)
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toMatch(/I thought you/)
    await commentsOf(page).getByText('Your reply was added.').first().waitFor()
    await replyTo('I thought').click()
    await box.fill('Not me')
    await commentsOf(page).getByRole('button', { name: 'Send reply' }).click()
    await expectTexts(replies.getByRole('listitem'), [/I thought you/, /Not me/])
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)

    await commentsOf(page).getByRole('button', { name: 'Delete' }).first().click()
    await page.getByRole('dialog').getByRole('button', { name: 'Yes, I am sure' }).click()
    await commentsOf(page).getByText('This comment was deleted.').waitFor()
    await expectTexts(replies.getByRole('listitem'), [/I thought you/, /Not me/])
    await expectCount(page.getByText('Who has the key?'), 0)
    const served = await readAsVisitor(path)
    expect(served).toMatch(/This comment was deleted\..*I thought you.*Not me/)
    expect(served).not.toContain('Who has the key?')
  })
})
