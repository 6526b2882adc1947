import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { saveDraft } from '#writing/contract/writing.endpoints.ts'
import { signUp, updateRole } from '#accounts/contract/users.endpoints.ts'
import { ADMIN, OTHER_READER } from '#tests/support/accounts.ts'
import { openOptions } from '#tests/support/browser/post-form-screen.ts'
import { useJourneys } from '#tests/support/browser/journey.ts'
import { expectAddress, expectCount, expectText, heading } from '#tests/support/browser/visit.ts'

const journeys = useJourneys()
const rows = (page: Page) => page.getByRole('main').locator('tbody').getByRole('row')

describe('The list of all posts', () => {
  it('A second admin sees the posts of the first, pins one, and finds it by word and status', async () => {
    const second = { username: 'secondadmin', email: 'second@example.org', password: 'words of a second admin' }
    const first = await journeys.callAs(ADMIN)
    await first.api(signUp, { body: second })
    const { id: userId } = await journeys.callAs(second)
    await first.api(updateRole, { params: { userId }, body: { role: 'admin' } })
    const { page, open } = await journeys.visit({ as: second })
    await open('/dashboard?tab=posts')
    await rows(page).first().getByText(`by @${ADMIN.username}`).waitFor()
    const last = rows(page).nth(8)
    const title = (await last.getByRole('cell').nth(2).getByRole('link').innerText()).trim()
    await last.getByRole('button', { name: `Pin ${title}`, exact: true }).click()
    await page.getByRole('button', { name: `Unpin ${title}`, exact: true }).waitFor()
    await page.getByRole('search', { name: 'Filter posts' }).getByLabel('Search').fill(title)
    await page.getByLabel('Status').selectOption('Published')
    await page.getByRole('button', { name: 'Apply' }).click()
    await rows(page).filter({ hasText: 'pinned' }).first().waitFor()
    await open('/dashboard?tab=posts&search=qqqzzz')
    await page.getByText('No Posts found.').waitFor()
    await expectCount(page.getByRole('table'), 0)

    await open('/')
    await expectText(page.getByRole('main').getByRole('article').first().getByRole('heading'), title)
    await page.getByRole('main').getByRole('article').first().getByText('Pinned').waitFor()
  })

  it('Drafts of all devices are listed, the newest first, and lead to their form', async () => {
    const { api } = await journeys.callAs(ADMIN)
    const draft = { sequence: 0, baseRevision: 0, category: 'life', image: '', content: '<p>Half a thought.</p>' } as const
    await api(saveDraft, {
      params: { postId: 'a'.repeat(32) },
      body: { ...draft, title: 'From the phone' },
    })
    const { page, open } = await journeys.visit({ as: ADMIN })
    await open('/dashboard?tab=posts')
    const drafts = page.getByRole('region', { name: 'Drafts' })
    await drafts.getByText('From the phone').waitFor()
    await drafts.getByRole('link', { name: /^Go on writing From the phone / }).click()
    await expectText(heading(page), 'Create a Post')
  })

  it('A scheduled post is listed as such, and is published at once when its time is cleared', async () => {
    const { page, open } = await journeys.visit({ as: ADMIN })
    await open('/create-post')
    await page.getByLabel('Title').fill('For next summer')
    await page.getByRole('textbox', { name: 'Body' }).fill('We will be at the sea.')
    await openOptions(page)
    await page.getByLabel('Publish at').fill('2090-07-01T08:30')
    await page.getByRole('button', { name: 'Plan post' }).click()
    await expectAddress(page, '/dashboard?tab=posts&status=planned')
    const row = rows(page).filter({ hasText: 'For next summer' })
    await row.getByText('planned for 1 July 2090').waitFor()
    await row.getByRole('link', { name: /^Edit/ }).click()
    await expectText(heading(page), 'Update Post')
    await expect.poll(() => page.getByLabel('Publish at').inputValue()).toBe('2090-07-01T08:30')
    await openOptions(page)
    await page.getByLabel('Publish at').fill('')
    await page.getByText('published now').waitFor()
    await page.getByRole('button', { name: 'Publish now' }).click()
    await expectAddress(page, '/post/for-next-summer')
  })
})

describe('The admin role', () => {
  it('An admin makes a reader an admin, who then finds Write in the menu, and becomes family', async () => {
    const { page, open } = await journeys.visit({ as: ADMIN })
    const reader = await journeys.visit({ as: OTHER_READER })
    const row = () => rows(page).filter({ hasText: OTHER_READER.email })
    const dialog = page.getByRole('dialog')
    await open('/dashboard?tab=users')
    const choose = async (role: string) => {
      await row()
        .getByRole('button', { name: `Change role: @${OTHER_READER.username}` })
        .click()
      await dialog.getByRole('radio', { name: role }).check()
      await dialog.getByRole('button', { name: 'Save' }).click()
    }
    await choose('Admin')
    await row().getByText('Yes', { exact: true }).waitFor({ state: 'attached' })
    await reader.open('/dashboard')
    await expectText(heading(reader.page), 'Dashboard')
    await reader.page.getByRole('button', { name: 'Account', exact: true }).click()
    await reader.page.getByRole('banner').getByRole('link', { name: 'Write' }).waitFor()

    await choose('Family')
    await expectCount(dialog, 0)
    await row().getByText('No', { exact: true }).waitFor({ state: 'attached' })
    await row().getByText('Family', { exact: true }).waitFor()
    await reader.open('/dashboard?tab=users')
    await expectText(heading(reader.page), 'Profile')
  })
})
