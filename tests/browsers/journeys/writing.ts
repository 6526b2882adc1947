import assert from 'node:assert/strict'
import { accountMenu, type Journey, signIn, type Visit } from '#tests/browsers/journey.ts'
import type { Page } from '#tests/browsers/page.ts'
import { article, button, field, link, main, type Target, text } from '#tests/browsers/target.ts'
import { ADMIN } from '#tests/support/accounts.ts'
import { deleteAllPosts } from '#tests/support/delete-all-posts.ts'

/** Bytes between connection drops. Each drop is in the middle of a picture: the five have about 360 KB each. */
const DROPS = [500_000, 700_000]
const publish = button(/^(Publish|Waiting)/, main)
const isStored = (address: string) => new URL(address).pathname.startsWith('/files/')

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

/** Waits for the cover and the five pictures of the body. */
async function expectPublished({ page, proxy }: Visit, path: string, dropsBefore: number): Promise<void> {
  await page.waitForAddress(path)
  await page.waitForPicture({ role: 'image', within: article }, isStored)
  await page.waitForCount({ role: 'image', within: article }, 6)
  assert.equal(proxy.drops() - dropsBefore, DROPS.length, 'The connection did not drop')
}

/** Each journey deletes all posts first. */
export const writingJourneys: readonly Journey[] = [
  {
    title: 'On a phone, an admin adds five photos over a connection that drops twice and a cover, is asked for the title, and publishes',
    async run(visit) {
      const { page, callAs, picture, days, proxy } = visit
      await deleteAllPosts((await callAs(ADMIN)).api)
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
      await page.waitForCount(button('Describe this picture'), 5)
      await page.write(field('Body'), 'After.')
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
      await deleteAllPosts((await callAs(ADMIN)).api)
      await signInByKeyboard(page)
      await pressOn(page, accountMenu)
      await pressOn(page, link('Write'))
      await page.waitForAddress('/create-post')
      // Drivers cannot use the browser's file dialog.
      await page.tabTo(field('Cover image'))
      await page.attach(field('Cover image'), picture)
      await page.tabTo(button('Photos, film, sound, papers'))
      const dropsBefore = proxy.drops()
      proxy.dropAfter(...DROPS)
      await page.attach(field('Files'), ...days)
      await page.waitForFocus(field('Body'))
      await page.type('Both hands were full.')
      await pressOn(page, publish)
      await page.waitFor(text('Please enter a title.', main))
      await page.waitForFocus(field('Title'))
      await page.type('Without a mouse')
      await pressOn(page, publish)
      await expectPublished(visit, '/post/without-a-mouse', dropsBefore)
      await page.waitFor(text('Both hands were full.', main))
    },
  },
]
