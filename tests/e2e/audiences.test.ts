import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { ADMIN } from '#tests/support/accounts.ts'
import { useJourneys } from '#tests/support/browser/journey.ts'
import { bodyEditor, deleteDrafts, openOptions, saveStatus, writeBody } from '#tests/support/browser/post-form-screen.ts'
import { readPage } from '#tests/support/blog/served-page.ts'
import { expectAddress, expectText } from '#tests/support/browser/visit.ts'

const journeys = useJourneys()
beforeEach(async () => deleteDrafts((await journeys.callAs(ADMIN)).api))

const audience = (page: Page) => page.getByLabel('Who can read it')
const line = (page: Page) => page.locator('[data-publish-line]')

describe('Who may read a post', () => {
  it('A draft restricted to the family on a phone is published on another device for the family, until it is opened for everyone', async () => {
    const phone = await journeys.visit({ as: ADMIN, on: 'phone' })
    await phone.open('/create-post')
    await bodyEditor(phone.page).waitFor()
    expect(await audience(phone.page).inputValue()).toBe('public')
    await phone.page.getByLabel('Title').fill('The long night')
    await writeBody(phone.page, 'He slept at four.')
    await openOptions(phone.page)
    await audience(phone.page).selectOption('Family')
    await expectText(line(phone.page), /^Family · .*comments open$/)
    await expectText(saveStatus(phone.page), 'Saved on the server')

    const { page, open } = await journeys.visit({ as: ADMIN })
    await open('/create-post')
    await bodyEditor(page).waitFor()
    await expectText(line(page), /^Family · .*comments open$/)
    expect(await audience(page).inputValue()).toBe('family')
    await page.getByRole('button', { name: 'Publish' }).click()
    await expectAddress(page, '/post/the-long-night')
    await page.getByRole('article').getByText('Who can read this: Family').waitFor()

    const address = `${journeys.blog.url}/post/the-long-night`
    expect((await readPage(address)).address).toBe('/sign-in?from=%2Fpost%2Fthe-long-night&members-only')

    await page
      .getByRole('article')
      .getByRole('link', { name: /^Edit / })
      .click()
    await bodyEditor(page).waitFor()
    await openOptions(page)
    await audience(page).selectOption('Everyone')
    await expectText(line(page), /Until now only your family could read this\. Then everyone can\.$/)
    await page.getByRole('button', { name: 'Update post' }).click()
    await expectAddress(page, '/post/the-long-night')
    expect((await readPage(address)).heading).toBe('The long night')
  })
})
