import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { createInvitation } from '#accounts/contract/invitations.endpoints.ts'
import { listPosts } from '#posts/contract/posts.endpoints.ts'
import { getReaders, updateSettings } from '#site/contract/settings.endpoints.ts'
import { type Account, ADMIN, OTHER_READER, READER } from '#tests/support/accounts.ts'
import { findFreePort } from '#tests/support/free-port.ts'
import { useJourneys } from '#tests/support/browser/journey.ts'
import { readPage } from '#tests/support/blog/served-page.ts'
import { expectAddress } from '#tests/support/browser/visit.ts'

/** Invitation links start with PUBLIC_URL, so the port must be known. */
const port = await findFreePort()
const journeys = useJourneys({ PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}` })
const signIn = async (page: Page, { email, password }: Pick<Account, 'email' | 'password'>) => {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).tap()
}
const readAsVisitor = (path: string) => readPage(journeys.blog.url + path)

it('An admin closes the blog and invites by QR code; the invited person reads and comments; others see only the sign-in page', async () => {
  const mother = await journeys.visit({ as: ADMIN, on: 'phone' })
  const { posts } = await (await journeys.callAs(ADMIN)).api(listPosts)
  const post = `/post/${posts[0]?.slug}`
  const { outsiders } = await (await journeys.callAs(ADMIN)).api(getReaders)
  const reader = await journeys.callAs(READER)
  await mother.open('/dashboard')
  // Three taps.
  await mother.page.getByRole('link', { name: 'Change who may read' }).tap()
  const settings = mother.page.locator('form').filter({ has: mother.page.getByRole('radio', { name: 'Only the family' }) })
  await settings.getByText('Now: Everybody can read. What is for the family is for you alone.').waitFor()
  await settings.getByRole('radio', { name: 'Only the family' }).tap()
  const only = `Only the family can read: you alone. ${outsiders} accounts that are not family are kept out.`
  await settings.getByText(`After you save: ${only}`).waitFor()
  expect((await readAsVisitor(post)).address).toBe(post)
  await settings.getByRole('button', { name: 'Save' }).tap()
  // A reader who signed up before is out at once.
  const said = settings.getByText(`Saved. ${only}`)
  await said.waitFor()
  await expect.poll(() => said.evaluate((line) => line.getBoundingClientRect().bottom < innerHeight)).toBe(true)
  const keptOut = await readPage(journeys.blog.url + post, reader)
  expect([keptOut.heading, keptOut.text.includes('you are not let in')]).toEqual(['Only for the family', true])
  // Letting a reader in is the second step.
  await settings.getByText(/^Kept out, unless you let them in/).tap()
  await settings.getByRole('checkbox', { name: `Let in ${READER.username}` }).check()
  await settings.getByText('After you save: Only the family can read: you and one other person.').waitFor()
  await settings.getByRole('button', { name: 'Save' }).tap()
  await settings.getByText('Saved. Only the family can read: you and one other person.').waitFor()
  expect((await readPage(journeys.blog.url + post, reader)).address).toBe(post)
  await mother.page.getByRole('link', { name: 'Invite people' }).tap()

  // Two taps.
  await mother.page.getByRole('button', { name: 'Invite people' }).tap()
  await mother.page.getByRole('button', { name: 'Make the link' }).tap()
  await mother.page.getByRole('img', { name: /as a code to scan/ }).waitFor()
  const link = await mother.page.getByLabel('The link', { exact: true }).inputValue()

  const grandmother = await journeys.visit({ on: 'phone' })
  await grandmother.page.goto(link)
  await grandmother.page.getByRole('heading', { name: /You are invited to/ }).waitFor()
  await grandmother.page.getByLabel('Your name').fill('Grandma Ruth')
  await grandmother.page.getByLabel('Email').fill('ruth@example.org')
  await grandmother.page.getByLabel('Password').fill('a password of her own')
  await grandmother.page.getByRole('button', { name: 'Read along' }).tap()
  await expectAddress(grandmother.page, '/')
  await grandmother.open(post)
  await grandmother.page.getByPlaceholder('Add a comment...').fill('I am with you.')
  await grandmother.page.getByRole('button', { name: 'Submit' }).tap()
  await grandmother.page.getByRole('listitem').getByText('I am with you.').waitFor()
  // The page does not store the invitation any more.
  expect(await grandmother.page.evaluate(() => sessionStorage.getItem('invitation'))).toBeNull()

  expect((await readAsVisitor(post)).address).toMatch(/^\/sign-in/)
})

it('A person asks and is let in, and one who was kept out returns to an invitation after signing in', async () => {
  const { api: admin } = await journeys.callAs(ADMIN)
  await admin(updateSettings, { body: { isClosed: true } })
  const { link } = await admin(createInvitation, { body: { name: 'Aunts', usesMax: 1 } })

  const asking = await journeys.visit({ on: 'phone' })
  await asking.open('/sign-up')
  await asking.page.getByLabel('Your name').fill('Marek')
  await asking.page.getByLabel('Email').fill('marek.asks@example.org')
  await asking.page.getByLabel('Password').fill('a password of his own')
  await asking.page.getByLabel('Who are you?').fill('From the ward')
  await asking.page.getByRole('button', { name: 'Ask to be let in' }).tap()
  await asking.page.getByText('Your request is on its way.').waitFor()

  const mother = await journeys.visit({ as: ADMIN, on: 'phone' })
  await mother.open('/dashboard')
  await mother.page.getByRole('main').getByRole('link', { name: '1 person asks to be let in' }).tap()
  await mother.page.getByText('From the ward').waitFor()
  // The samples have a reader of that username.
  await mother.page.getByRole('button', { name: /^Let in Marek \(@marek\d{4}\)$/ }).tap()
  const letIn = mother.page.getByText(/^Marek \(@marek\d{4}\): They belong to the family now\.$/)
  await expect.poll(() => letIn.evaluate((notice) => notice === document.activeElement)).toBe(true)
  await mother.page.getByRole('row').filter({ hasText: 'marek.asks@example.org' }).waitFor()

  // The invitation survives the detour to the sign-in page, without its token in an address.
  const former = await journeys.visit({ on: 'phone' })
  await former.page.goto(link)
  await former.page.getByRole('main').getByRole('link', { name: 'Sign In' }).tap()
  await expectAddress(former.page, '/sign-in?from=%2Finvitation')
  await signIn(former.page, OTHER_READER)
  await former.page.getByRole('button', { name: 'Join the family' }).tap()
  await expectAddress(former.page, '/')

  await asking.open('/about')
  await expectAddress(asking.page, '/sign-in?from=%2Fabout')
  await signIn(asking.page, { email: 'marek.asks@example.org', password: 'a password of his own' })
  await expectAddress(asking.page, '/about')
  await admin(updateSettings, { body: { isClosed: false } })
})
