import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { ADMIN, OTHER_READER, READER } from '#tests/support/accounts.ts'
import { useJourneys } from '#tests/support/journey.ts'
import { STATUS_404 } from '#tests/support/network.ts'
import { bodyEditor, deleteDrafts, saveStatus, writeBody } from '#tests/support/post-form-screen.ts'
import { expectAddress, expectText, heading } from '#tests/support/visit.ts'

const journeys = useJourneys()
beforeEach(async () => deleteDrafts((await journeys.callAs(ADMIN)).api))

const audience = (page: Page) => page.getByLabel('Who can read it')
const line = (page: Page) => page.locator('#audience-line')

describe('Who may read a post', () => {
  it('A draft restricted to the family on a phone is published on another device, and others cannot read it until it is public', async () => {
    const phone = await journeys.visit({ as: ADMIN, on: 'phone' })
    await phone.open('/create-post')
    await bodyEditor(phone.page).waitFor()
    expect(await audience(phone.page).inputValue()).toBe('public')
    await phone.page.getByLabel('Title').fill('The long night')
    await writeBody(phone.page, 'He slept at four.')
    await audience(phone.page).selectOption('Family')
    await expectText(line(phone.page), 'Family: whom you have invited or approved')
    await expectText(saveStatus(phone.page), 'Saved on the server')

    const { page, open } = await journeys.visit({ as: ADMIN })
    await open('/create-post')
    await bodyEditor(page).waitFor()
    await expectText(line(page), 'Family: whom you have invited or approved')
    expect(await audience(page).inputValue()).toBe('family')
    await page.getByRole('button', { name: 'Publish' }).click()
    await expectAddress(page, '/post/the-long-night')
    await page.getByRole('article').getByText('Who can read this: Family').waitFor()

    const visitor = await journeys.visit()
    await visitor.open('/post/the-long-night')
    await expectAddress(visitor.page, '/sign-in?from=%2Fpost%2Fthe-long-night')
    expect(await visitor.page.content()).not.toContain('The long night')
    const stranger = await journeys.visit({ as: OTHER_READER })
    stranger.expectProblem(STATUS_404)
    await stranger.open('/post/the-long-night')
    await expectText(heading(stranger.page), 'We looked everywhere for this page')
    const [admin, reader] = [await journeys.callAs(ADMIN), await journeys.callAs(READER)]
    await admin.api('PUT /api/user/role/:userId', { params: { userId: reader.id }, body: { role: 'family' } })
    const grandmother = await journeys.visit({ as: READER, on: 'phone' })
    await grandmother.open('/')
    await grandmother.page.getByRole('link', { name: 'Read Article The long night' }).click()
    await expectText(heading(grandmother.page), 'The long night')

    await page.getByRole('article').getByRole('link', { name: 'Edit', exact: true }).click()
    await bodyEditor(page).waitFor()
    await audience(page).selectOption('Everyone')
    await expectText(line(page), 'Until now only your family could read this. Then everyone can.')
    await page.getByRole('button', { name: 'Update post' }).click()
    await expectAddress(page, '/post/the-long-night')
    await visitor.open('/post/the-long-night')
    await expectText(heading(visitor.page), 'The long night')
  })
})
