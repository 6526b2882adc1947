import { describe, expect, it } from 'vitest'
import { ADMIN, READER } from '#tests/support/accounts.ts'
import { useJourneys } from '#tests/support/journey.ts'
import { expectAddress, expectText, heading } from '#tests/support/visit.ts'

const journeys = useJourneys()

describe('Shortcuts to writing', () => {
  it('An admin begins to write from any page with two taps, on a phone', async () => {
    const { page, open } = await journeys.visit({ as: ADMIN, on: 'phone' })
    for (const path of ['/', '/about', '/dashboard?tab=profile']) {
      await open(path)
      await page.getByRole('button', { name: 'Account', exact: true }).tap()
      await page.getByRole('banner').getByRole('link', { name: 'Write' }).tap()
      await expectText(heading(page), 'Create a Post')
    }
  })

  it('An admin edits the post that is open with one tap', async () => {
    const { page, open } = await journeys.visit({ as: ADMIN, on: 'phone' })
    await open('/')
    const href =
      (await page
        .getByRole('link', { name: /^Read Article/ })
        .first()
        .getAttribute('href')) ?? ''
    await open(href)
    await page
      .getByRole('article')
      .getByRole('link', { name: /^Edit / })
      .tap()
    await expectText(heading(page), 'Update Post')
    await expectAddress(page, /^\/update-post\//)
  })

  it('Readers and visitors see no links to write or edit', async () => {
    for (const as of [READER, undefined]) {
      const { page, open } = await journeys.visit(as ? { as } : {})
      await open('/')
      const href =
        (await page
          .getByRole('link', { name: /^Read Article/ })
          .first()
          .getAttribute('href')) ?? ''
      await open(href)
      if (as) {
        await page.getByRole('button', { name: 'Account', exact: true }).click()
        await page.getByRole('link', { name: 'Profile' }).waitFor()
      }
      expect(await page.getByRole('link', { name: /^(Write|Edit|Dashboard)$/ }).count()).toBe(0)
    }
  })
})
