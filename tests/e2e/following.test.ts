import { afterAll, describe, expect, it } from 'vitest'
import { ADMIN } from '#tests/support/accounts.ts'
import { useJourneys } from '#tests/support/journey.ts'
import { startMailServer } from '#tests/support/mail-server.ts'
import { expectText, heading } from '#tests/support/visit.ts'

const mail = await startMailServer()
afterAll(() => mail.stop())
const journeys = useJourneys({ SMTP_URL: mail.url, MAIL_FROM: 'Kindred <blog@example.org>' })

describe('Following by mail', () => {
  it('A visitor follows under a post, confirms by a press, changes how often, and ends it; an admin sees it meanwhile', async () => {
    const email = 'grandmother@example.org'
    const { page, open } = await journeys.visit({ on: 'phone' })
    await open('/')
    await page
      .getByRole('link', { name: /^Read Article/ })
      .first()
      .click()
    const box = page.getByRole('region', { name: 'Follow by mail' })
    await box.getByLabel('Email').fill(email)
    await box.getByRole('button', { name: 'Follow' }).click()
    await page.getByText('A mail is on its way to you').waitFor()

    const link = /\/follow\/confirm#\S+/.exec((await mail.next(email)).text)?.[0] ?? ''
    const admin = await journeys.visit({ as: ADMIN, on: 'phone' })
    const stateOfFollower = async () => {
      await admin.open('/dashboard?tab=users')
      return admin.page.getByRole('row').filter({ hasText: email }).innerText()
    }
    await page.goto(link)
    await page.getByRole('button', { name: 'Yes, mail me what is new' }).waitFor()
    // Opening the link did nothing.
    expect(await stateOfFollower()).toContain('Not confirmed yet')
    await page.getByRole('button', { name: 'Yes, mail me what is new' }).click()
    await page.getByText('New posts come to you by mail from now on.').waitFor()
    expect(await stateOfFollower()).toContain('Mails are sent')

    await page.getByLabel('New posts').selectOption('daily')
    await page.getByText('Only some categories').click()
    await page.getByLabel('Life', { exact: true }).check()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Your choice was saved.').waitFor()
    expect(await page.getByLabel('New posts').inputValue()).toBe('daily')
    expect(await page.getByLabel('Life', { exact: true }).isChecked()).toBe(true)
    const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement)
    expect(scrollWidth).toBe(clientWidth)

    await page.getByRole('button', { name: 'No more mails' }).click()
    await page.getByText('It has ended.').waitFor()
    await page.getByRole('link', { name: 'Follow again' }).click()
    await expectText(heading(page), 'Follow by mail')
  })

  it('A member chooses what is mailed in the profile, and finds it there again', async () => {
    const { page, open } = await journeys.visit({ as: ADMIN })
    await open('/dashboard?tab=profile')
    const mails = page.getByRole('region', { name: 'Mails' })
    await mails.getByLabel('New posts').selectOption('weekly')
    await mails.getByLabel('Replies to my comments').check()
    await mails.getByLabel('New comments').selectOption('daily')
    await mails.getByRole('button', { name: 'Save' }).click()
    await mails.getByText('Your choice was saved.').waitFor()
    await open('/dashboard?tab=profile')
    expect(await mails.getByLabel('New posts').inputValue()).toBe('weekly')
    expect(await mails.getByLabel('Replies to my comments').isChecked()).toBe(true)
    expect(await mails.getByLabel('New comments').inputValue()).toBe('daily')
  })
})
