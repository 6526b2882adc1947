import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { ADMIN, READER } from '#tests/support/accounts.ts'
import { commentBox, commentItem, commentsOf, makeTalk, showComments } from '#tests/support/browser/comments-screen.ts'
import { useJourneys } from '#tests/support/browser/journey.ts'
import { STATUS_401, STATUS_503, cutCalls, failCalls, holdCalls, holdScripts, CONNECTION_RESET } from '#tests/support/browser/network.ts'
import { signIn } from '#tests/cases/screens/session-screens.ts'
import { expectAddress, expectCount, expectText, expectTexts } from '#tests/support/browser/visit.ts'

const NO_CONNECTION = 'The blog cannot be reached just now. Please check the connection and try again.'
const BUSY = 'The blog is busy right now. Please try again in a moment.'
const journeys = useJourneys()

/** Visible messages; their live regions exist before, empty. */
const alert = (page: Page) => commentsOf(page).getByRole('alert').filter({ hasText: /./ })
const submit = (page: Page) => commentsOf(page).getByRole('button', { name: 'Submit' })

describe('Unsent comments', () => {
  it('A typed comment survives the end of the session, and signing in leads back to it', async () => {
    const { page, open, context, expectProblem } = await journeys.visit({ as: READER })
    expectProblem(STATUS_401)
    const { path } = await makeTalk(journeys)
    await open(path)
    await commentBox(page).fill('Typed at three in the morning')
    await context.clearCookies()
    await submit(page).click()
    await expectAddress(page, `/sign-in?from=${encodeURIComponent(`${path}#comments`)}`)
    await signIn(page, READER)
    await expectAddress(page, `${path}#comments`)
    await expect.poll(() => commentBox(page).inputValue()).toBe('Typed at three in the morning')
    await submit(page).click()
    await commentItem(page, 'Typed at three in the morning').waitFor()
    await page.reload()
    await expect.poll(() => commentBox(page).inputValue()).toBe('')
  })

  it('A comment that is typed before the scripts have loaded survives hydration and a new page load', async () => {
    const { page } = await journeys.visit({ as: READER })
    const releaseScripts = await holdScripts(page)
    await page.goto((await makeTalk(journeys)).path, { waitUntil: 'commit' })
    await commentBox(page).fill('Typed in a hurry')
    releaseScripts()
    await showComments(page)
    await expectText(commentsOf(page).getByText(/characters remaining$/), '234 characters remaining')
    await expect.poll(() => commentBox(page).inputValue()).toBe('Typed in a hurry')
    // A new document, whose fields the browser does not restore by itself.
    const path = new URL(page.url()).pathname
    await page.goto('/about')
    await page.goto(path)
    await showComments(page)
    await expect.poll(() => commentBox(page).inputValue()).toBe('Typed in a hurry')
  })

  it('A typed comment is not shown to the next person who signs in on the tab', async () => {
    const { page, open } = await journeys.visit({ as: READER })
    const { path } = await makeTalk(journeys, 'The only one')
    await open(path)
    await showComments(page)
    await commentBox(page).fill('For my eyes only')
    const item = commentsOf(page).getByRole('listitem')
    await item.getByRole('button', { name: 'Edit' }).click()
    await item.getByRole('textbox').fill('Not yet for anybody')
    await page.getByRole('button', { name: 'Account' }).click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await commentsOf(page).getByRole('link', { name: 'Sign In' }).click()
    await signIn(page, ADMIN)
    await expectAddress(page, `${path}#comments`)
    await showComments(page)
    await item.getByRole('button', { name: /^More/ }).waitFor()
    await expect.poll(() => commentBox(page).inputValue()).toBe('')
    await expectCount(item.getByRole('textbox'), 0)
  })

  it('An unfinished edit is offered again, and takes neither the focus nor the scroll position', async () => {
    const { page, open } = await journeys.visit({ as: READER })
    const { path } = await makeTalk(journeys, 'As it was')
    await open(path)
    await showComments(page)
    const item = commentsOf(page).getByRole('listitem')
    await item.getByRole('button', { name: 'Edit' }).click()
    await item.getByRole('textbox').fill('As it may be')
    await open('/about')
    await open(path)
    await commentsOf(page).getByRole('heading').scrollIntoViewIfNeeded()
    const position = () => page.evaluate(() => scrollY)
    const before = await position()
    await expect.poll(() => item.getByRole('textbox').inputValue()).toBe('As it may be')
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY')
    expect(await position()).toBe(before)

    await item.getByRole('button', { name: 'Cancel' }).click()
    await expectText(item.getByText('As it'), 'As it was')
    await page.reload()
    await showComments(page)
    await item.getByRole('button', { name: 'Edit' }).waitFor()
    await expectCount(item.getByRole('textbox'), 0)
  })
})

describe('Comments with a failing server', () => {
  it('A comment that could not be created shows the message, keeps the text and can be sent again', async () => {
    const { page, open, expectProblem } = await journeys.visit({ as: READER })
    await open((await makeTalk(journeys)).path)
    await commentBox(page).fill('Once more')
    expectProblem(STATUS_503)
    const endFault = await failCalls(page, '/api/comment/create')
    await submit(page).click()
    await expectText(alert(page), BUSY)
    endFault()
    expectProblem(CONNECTION_RESET)
    const connect = await cutCalls(page, '/api/comment/create')
    await submit(page).click()
    await expectText(alert(page), NO_CONNECTION)
    await expect.poll(() => commentBox(page).inputValue()).toBe('Once more')
    connect()
    await submit(page).click()
    await commentItem(page, 'Once more').waitFor()
    await expectCount(alert(page), 0)
  })

  it('A failed like is undone, a failed edit stays open, a failed deletion leaves the comment', async () => {
    const { page, open, expectProblem } = await journeys.visit({ as: READER })
    expectProblem(STATUS_503)
    await open((await makeTalk(journeys, 'Steady')).path)
    await showComments(page)
    const item = commentsOf(page).getByRole('listitem')
    await failCalls(page, '/api/comment/')
    const like = item.getByRole('button', { name: /^Like the comment of/ })
    await like.click()
    await expectText(alert(page), BUSY)
    await expectText(like, '')

    await item.getByRole('button', { name: 'Edit' }).click()
    await item.getByRole('textbox').fill('Shaken')
    await item.getByRole('button', { name: 'Save' }).click()
    await expectText(alert(page), BUSY)
    await expect.poll(() => item.getByRole('textbox').inputValue()).toBe('Shaken')
    await item.getByRole('button', { name: 'Cancel' }).click()

    await item.getByRole('button', { name: 'Delete' }).click()
    const dialog = page.getByRole('dialog')
    const release = await holdCalls(page, '/api/comment/deletecomment')
    await dialog.getByRole('button', { name: 'Yes, I am sure' }).click()
    await dialog.getByRole('button', { name: 'Loading...' }).waitFor()
    for (let presses = 0; presses < 3; presses += 1) await page.keyboard.press('Escape')
    await dialog.getByRole('button', { name: 'Loading...' }).waitFor()
    release()
    await expectText(dialog.getByRole('alert'), BUSY)
    await dialog.getByRole('button', { name: 'No, cancel' }).click()
    await expectTexts(item, [/Steady/])
  })
})
