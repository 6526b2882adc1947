import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { accountMenu, type Journey, signIn, type Visit } from '#tests/browsers/journey.ts'
import type { Page } from '#tests/browsers/page.ts'
import { article, button, field, link, main, type Target, text } from '#tests/browsers/target.ts'
import { ADMIN } from '#tests/support/accounts.ts'
import { deleteDrafts } from '#tests/support/browser/post-form-screen.ts'
import { deleteAllPosts } from '#tests/support/delete-all-posts.ts'
import { linesOf } from '#tests/cases/pasted/lines-of.ts'
import { PASTED_TEXTS } from '#tests/cases/pasted/pasted-texts.ts'

/** Bytes between connection drops. Each drop is in the middle of a picture: the five have about 360 KB each. */
const DROPS = [500_000, 700_000]
const publish = button(/^(Publish$|Waiting)/, main)
const isStored = (address: string) => new URL(address).pathname.startsWith('/files/')

/** Of the journeys before, one of which may have failed. */
async function deleteTexts(callAs: Visit['callAs']): Promise<void> {
  const { api } = await callAs(ADMIN)
  await deleteAllPosts(api)
  await deleteDrafts(api)
}

async function pressOn(page: Page, target: Target): Promise<void> {
  await page.tabTo(target)
  await page.press('Enter')
}

async function signInByKeyboard(page: Page): Promise<void> {
  await page.open('/sign-in')
  await page.tabTo(field('Email', main))
  await page.type(ADMIN.email)
  await page.tabTo(field('Password', main))
  await page.type(ADMIN.password)
  await page.press('Enter')
  await page.waitForAddress('/')
  await page.waitFor(accountMenu)
}

/** Not the avatars, some of which come later. */
const COUNT_STORED = `return [...document.querySelectorAll('article img')]
  .filter((picture) => picture.checkVisibility() && new URL(picture.src).pathname.startsWith('/files/')).length`

/** Waits for the cover and the five pictures of the body. */
async function expectPublished({ page, proxy }: Visit, path: string, dropsBefore: number): Promise<void> {
  await page.waitForAddress(path)
  await page.waitForPicture({ role: 'image', within: article }, isStored)
  await page.waitUntil('the cover and five pictures are in the post', async () => (await page.run(COUNT_STORED)) === 6)
  assert.equal(proxy.drops() - dropsBefore, DROPS.length, 'The connection did not drop')
}

/** Pastes or drops a picture at the text with these words. The drivers cannot use the clipboard, nor drag files. */
const giveBy = (event: 'paste' | 'drop', { name, base64, words }: { name: string; base64: string; words: string }) => `
  const bytes = Uint8Array.from(atob(${JSON.stringify(base64)}), (letter) => letter.charCodeAt(0))
  const transfer = new DataTransfer()
  transfer.items.add(new File([bytes], ${JSON.stringify(name)}, { type: 'image/png' }))
  const body = document.querySelector('[role=textbox]')
  const { left, top } = [...body.querySelectorAll('p')].find((one) => one.textContent === ${JSON.stringify(words)}).getBoundingClientRect()
  const at = { bubbles: true, cancelable: true, clientX: left + 2, clientY: top + 5 }
  const given = ${event === 'paste' ? "new Event('paste', at)" : "new MouseEvent('drop', at)"}
  Object.defineProperty(given, '${event === 'paste' ? 'clipboardData' : 'dataTransfer'}', { value: transfer })
  body.dispatchEvent(given)`

const STORED =
  "return [...document.querySelectorAll('[role=textbox] > *')].map((part) => part.querySelector('img')?.getAttribute('src') ?? part.innerText.trim())"

/** Ctrl and A, which the drivers cannot press together. */
const SELECT_ALL = `
  const body = document.querySelector('[role=textbox]')
  body.focus()
  body.dispatchEvent(new KeyboardEvent('keydown', { key: 'a', code: 'KeyA', ctrlKey: true, bubbles: true, cancelable: true }))`

/** Pastes what a program puts on the clipboard. */
const pasteOf = (data: Readonly<Record<string, string>>) => `
  const transfer = new DataTransfer()
  for (const [type, text] of Object.entries(${JSON.stringify(data)})) transfer.setData(type, text)
  const given = new Event('paste', { bubbles: true, cancelable: true })
  Object.defineProperty(given, 'clipboardData', { value: transfer })
  document.querySelector('[role=textbox]').dispatchEvent(given)`

const LINES = `const linesOf = ${linesOf.toString()}
  return linesOf(document.querySelector('[role=textbox]')).join('\\n').trimEnd()`

const COUNT_PICTURES = "return document.querySelectorAll('[role=textbox] figure.picture').length"

/** Each journey deletes all posts and drafts first. */
export const writingJourneys: readonly Journey[] = [
  {
    title: 'On a phone, an admin adds five photos over a connection that drops twice and a cover, is asked for the title, and publishes',
    async run(visit) {
      const { page, callAs, picture, days, proxy } = visit
      await deleteTexts(callAs)
      await page.resize(360, 740)
      await signIn(page, ADMIN)
      await page.tap(accountMenu)
      await page.tap(link('Write'))
      await page.waitForAddress('/create-post')
      // The soft keyboard takes about half of the window.
      await page.resize(360, 400)
      await page.tap(field('Body'))
      await page.type('Before.')
      const dropsBefore = proxy.drops()
      proxy.dropAfter(...DROPS)
      await page.attach(field('Files'), ...days)
      await page.waitUntil('five pictures are in the text', async () => (await page.run(COUNT_PICTURES)) === 5)
      await page.write(field('Body'), 'After.')
      await page.tap(button('Change'))
      await page.attach(field('Cover image'), picture)
      await page.resize(360, 740)
      await page.tap(publish)
      await page.waitFor(text('Please enter a title.', main))
      await page.waitForFocus(field('Title'))
      await page.type('One thumb')
      await page.tap(publish)
      await expectPublished(visit, '/post/one-thumb', dropsBefore)
    },
  },
  {
    title: 'By keyboard alone, an admin does the same',
    async run(visit) {
      const { page, callAs, picture, days, proxy } = visit
      await deleteTexts(callAs)
      await signInByKeyboard(page)
      await pressOn(page, accountMenu)
      await pressOn(page, link('Write'))
      await page.waitForAddress('/create-post')
      // Drivers cannot use the browser's file dialog.
      await page.tabTo(button('Photo'))
      const dropsBefore = proxy.drops()
      proxy.dropAfter(...DROPS)
      await page.attach(field('Files'), ...days)
      await page.waitForFocus(field('Body'))
      await page.type('Both hands were full.')
      await pressOn(page, button('Change'))
      await page.tabTo(field('Cover image'))
      await page.attach(field('Cover image'), picture)
      await pressOn(page, publish)
      await page.waitFor(text('Please enter a title.', main))
      await page.waitForFocus(field('Title'))
      await page.type('Without a mouse')
      await pressOn(page, publish)
      await expectPublished(visit, '/post/without-a-mouse', dropsBefore)
      await page.waitFor(text('Both hands were full.', main))
    },
  },
  {
    title: 'A pasted picture and a dropped one are uploaded where they belong',
    async run({ page, callAs, picture }) {
      await deleteTexts(callAs)
      await signIn(page, ADMIN, '/create-post')
      const base64 = (await readFile(picture)).toString('base64')
      const isStoredAt = (places: readonly RegExp[]) => async () => {
        const parts = (await page.run(STORED)) as string[]
        return places.every((place, index) => place.test(parts[index] ?? ''))
      }
      await page.write(field('Body'), 'One')
      await page.waitFor(text('One', main))
      await page.run(giveBy('paste', { name: 'pasted.png', base64, words: 'One' }))
      await page.waitUntil('the pasted picture is stored', isStoredAt([/^One$/, /^\/files\/.*pasted/]))
      await page.type('Two')
      await page.run(giveBy('drop', { name: 'dropped.png', base64, words: 'One' }))
      await page.waitUntil('the dropped one, too', isStoredAt([/^\/files\/.*dropped/, /^One$/, /^\/files\/.*pasted/, /^Two$/]))
    },
  },
  {
    title: 'What other programs put on the clipboard keeps its lines, lists and links',
    async run({ page, callAs }) {
      await deleteTexts(callAs)
      await signIn(page, ADMIN, '/create-post')
      await page.waitFor(field('Body'))
      for (const { program, html, text: plain = '', lines } of PASTED_TEXTS) {
        await page.run(SELECT_ALL)
        await page.press('Backspace')
        await page.waitUntil('the text is empty', async () => (await page.run(LINES)) === '')
        await page.run(pasteOf({ ...(html === undefined ? {} : { 'text/html': html }), 'text/plain': plain }))
        await page.waitUntil(`a text of ${program} looks as it did`, async () => (await page.run(LINES)) === lines.join('\n'))
      }
    },
  },
]
