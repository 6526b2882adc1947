import type { Page } from 'playwright-core'
import { afterAll, describe, expect, it } from 'vitest'
import { createInvitation } from '#accounts/contract/invitations.endpoints.ts'
import { ADMIN } from '#tests/support/accounts.ts'
import { findProblems } from '#tests/support/browser/check-page.ts'
import { findFreePort } from '#tests/support/free-port.ts'
import { useJourneys } from '#tests/support/browser/journey.ts'
import { startMailServer } from '#tests/support/mail/mail-server.ts'
import { accountMenu } from '#tests/cases/screens/session-screens.ts'
import { expectAddress, expectCount } from '#tests/support/browser/visit.ts'

const port = await findFreePort()
const url = `http://127.0.0.1:${port}`
const mail = await startMailServer()
afterAll(() => mail.stop())
const journeys = useJourneys({ PORT: String(port), PUBLIC_URL: url, SMTP_URL: mail.url, MAIL_FROM: 'Kindred <blog@example.org>' })

const readCode = async (email: string): Promise<string> =>
  /^(\d{6}) is your code/.exec((await mail.next(email)).subject)?.[1] ?? readCode(email)
const invite = async (name: string, usesMax = 1) => {
  const { api } = await journeys.callAs(ADMIN)
  return (await api(createInvitation, { body: { name, usesMax } })).link
}

/** Counts each tap of a thumb, and each field that it must find: one that has the focus already is typed into. */
const thumbOn = (page: Page) => {
  const thumb = { taps: 0 }
  const main = page.getByRole('main')
  return Object.assign(thumb, {
    press: async (role: 'button' | 'link', name: string | RegExp, place = main) => {
      thumb.taps += 1
      await place
        .getByRole(role, { name, exact: typeof name === 'string' })
        .first()
        .tap()
    },
    type: async (label: string, text: string) => {
      const field = main.getByLabel(label)
      await field.waitFor()
      const hasFocus = await field.evaluate((element) => element === document.activeElement)
      if (!hasFocus) thumb.taps += 1
      if (!hasFocus) await field.tap()
      await page.keyboard.type(text)
    },
  })
}

/** Joins by an invitation: a name and an address, no password. */
const joinBy = async (name: string, email: string, link: string) => {
  const visit = await journeys.visit({ on: 'phone' })
  const { page } = visit
  await page.goto(link)
  await page.getByLabel('Your name').fill(name)
  await page.getByLabel('Email').fill(email)
  await expectCount(page.getByLabel('Password'), 0)
  expect(await findProblems(page)).toEqual([])
  await page.getByRole('button', { name: 'Read along' }).tap()
  await expectAddress(page, '/welcome')
  return visit
}

describe('Signing in with a code', () => {
  it('Grandmother joins with a name and an address, signs in on a new device with at most six taps and the digits, and comes back with the old link', async () => {
    const email = 'ruth@example.org'
    const link = await invite('Grandparents')
    await joinBy('Grandma Ruth', email, link)

    const tablet = await journeys.visit({ on: 'phone' })
    const thumb = thumbOn(tablet.page)
    await tablet.open('/')
    await thumb.press('link', 'Sign In', tablet.page.getByRole('banner'))
    await tablet.page.getByLabel('Password', { exact: true }).waitFor()
    await thumb.press('link', 'Email me a code')
    await tablet.page.getByRole('link', { name: 'Use your password' }).waitFor()
    await thumb.type('Email', email)
    await thumb.press('button', 'Email me a code')
    await tablet.page.getByLabel('Code from the mail').waitFor()
    expect(await findProblems(tablet.page)).toEqual([])
    // She looks into her mail; the phone has thrown the page away meanwhile.
    const code = await readCode(email)
    await tablet.page.reload()
    await thumb.type('Code from the mail', code)
    await thumb.press('button', 'Sign In')
    await expectAddress(tablet.page, '/')
    await accountMenu(tablet.page).waitFor()
    expect(thumb.taps).toBeLessThanOrEqual(6)

    const old = await journeys.visit({ on: 'phone' })
    const again = thumbOn(old.page)
    await old.page.goto(link)
    await old.page.getByRole('heading', { name: 'Welcome back' }).waitFor()
    expect(await old.page.getByRole('alert').filter({ hasText: /./ }).count()).toBe(0)
    expect(await findProblems(old.page)).toEqual([])
    await again.type('Email', email)
    await again.press('button', 'Email me a code')
    await old.page.getByText(`Please look into the mail of ${email}.`).waitFor()
    await old.page.getByRole('heading', { name: 'Welcome back' }).waitFor()
    await again.type('Code from the mail', await readCode(email))
    await again.press('button', 'Sign In')
    await expectAddress(old.page, '/')
    expect(again.taps).toBeLessThanOrEqual(5)
  })

  it('Who joins again with the address of before is welcomed back, with the address filled in, and signs in to the invitation', async () => {
    const [email, link] = ['ida@example.org', await invite('Aunts', 5)]
    await joinBy('Aunt Ida', email, link)
    const { page, expectProblem } = await journeys.visit({ on: 'phone' })
    expectProblem(/status of 409/)
    await page.goto(link)
    await page.getByLabel('Your name').fill('Aunt Ida')
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Read along' }).tap()
    await page.getByRole('heading', { name: 'Welcome back' }).waitFor()
    await expect.poll(() => page.getByLabel('Email').inputValue()).toBe(email)
    await page.getByRole('button', { name: 'Email me a code' }).tap()
    await page.getByLabel('Code from the mail').fill(await readCode(email))
    await page.getByRole('button', { name: 'Sign In' }).tap()
    await page.getByText('You belong to the family already').waitFor()
  })

  it('Who joins by an invitation for one person, and whose response is lost, is welcomed back at the next try', async () => {
    const { page, expectProblem } = await journeys.visit({ on: 'phone' })
    expectProblem(/status of 410/)
    expectProblem(/ERR_CONNECTION_RESET/)
    await page.route(
      '**/api/invitation/signup',
      async (route) => {
        await route.fetch()
        await route.abort('connectionreset')
      },
      { times: 1 },
    )
    await page.goto(await invite('Ada alone', 1))
    await page.getByLabel('Your name').fill('Ada')
    await page.getByLabel('Email').fill('ada.alone@example.org')
    await page.getByRole('button', { name: 'Read along' }).tap()
    await page.getByText('The blog cannot be reached just now').waitFor()
    await page.getByRole('button', { name: 'Read along' }).tap()
    await page.getByRole('heading', { name: 'Welcome back' }).waitFor()
    await expect.poll(() => page.getByLabel('Email').inputValue()).toBe('ada.alone@example.org')
  })

  it('When the mail is late, one tap sends another code and one leads to another address; a wrong code keeps the page', async () => {
    const email = 'olga@example.org'
    await joinBy('Olga', email, await invite('Friends'))
    const { page, open, expectProblem } = await journeys.visit({ on: 'phone' })
    for (const problem of [/status of 400/, /status of 429/]) expectProblem(problem)
    await open('/sign-in?step=email&from=%2Fabout')
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Email me a code' }).tap()
    const first = await readCode(email)
    await page.getByLabel('Code from the mail').fill(first === '000000' ? '111111' : '000000')
    await page.getByRole('button', { name: 'Sign In' }).tap()
    await page.getByText('That is not the code').first().waitFor()
    await page.getByText(`Please look into the mail of ${email}.`).waitFor()
    // Of two within half a minute, the second is refused.
    await page.getByRole('button', { name: 'Send another code' }).tap()
    await page.getByText('A code was sent just now.').waitFor()
    expect(await findProblems(page)).toEqual([])
    await page.getByRole('link', { name: 'Use another address' }).tap()
    await expect.poll(() => page.getByLabel('Email').inputValue()).toBe(email)
    expect(await page.getByLabel('Email').evaluate((field) => field === document.activeElement)).toBe(true)
    expect(new URL(page.url()).search).toContain('step=email')
    await page.getByRole('link', { name: 'Use your password' }).tap()
    await page.getByLabel('Password', { exact: true }).waitFor()
    expect(new URL(page.url()).search).toBe('?from=%2Fabout')
  })

  it('A link of the command line signs in by a press, not by a visit, once', async () => {
    const { output, exitCode } = await journeys.blog.command('user', 'sign-in-link', ADMIN.email)
    expect(exitCode).toBe(0)
    const { page, open, expectProblem } = await journeys.visit({ on: 'phone' })
    await open('/')
    await page.goto(output.trim())
    expect(await findProblems(page)).toEqual([])
    await page.reload()
    await page.getByRole('main').getByRole('button', { name: 'Sign In' }).tap()
    await expectAddress(page, '/dashboard?tab=profile')
    // A profile that is still loading would go to sign-in by itself.
    await page.goto('about:blank')
    await page.context().clearCookies()
    expectProblem(/status of 40[01]/)
    await page.goto(output.trim())
    await page.getByRole('main').getByRole('button', { name: 'Sign In' }).tap()
    await page.getByText('This link has been used already').waitFor()
  })

  it('In a browser that keeps no cookies, the sign-in form says so', async () => {
    const { page, open } = await journeys.visit({ on: 'phone' })
    await page.addInitScript(() => Object.defineProperty(document, 'cookie', { get: () => '', set: () => {} }))
    await open('/sign-in')
    await page.getByLabel('Email').fill(ADMIN.email)
    await page.getByLabel('Password', { exact: true }).fill(ADMIN.password)
    await page.getByRole('main').getByRole('button', { name: 'Sign In' }).tap()
    await page.getByText('Your browser keeps no cookies of this blog').waitFor()
    await expectAddress(page, '/sign-in')
  })
})
