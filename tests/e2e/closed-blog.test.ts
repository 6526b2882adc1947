import { expect, it } from 'vitest'
import { createInvitation } from '#accounts/contract/invitations.endpoints.ts'
import { listPosts } from '#posts/contract/posts.endpoints.ts'
import { updateSettings } from '#site/contract/settings.endpoints.ts'
import { ADMIN } from '#tests/support/accounts.ts'
import { findFreePort } from '#tests/support/free-port.ts'
import { useJourneys } from '#tests/support/journey.ts'
import { readPage } from '#tests/support/served-page.ts'
import { expectAddress } from '#tests/support/visit.ts'

/** Invitation links start with PUBLIC_URL, so the port must be known. */
const port = await findFreePort()
const journeys = useJourneys({ PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}` }, { sharesTabs: true })
const readAsVisitor = (path: string) => readPage(journeys.blog.url + path)

it('An admin closes the blog and invites by QR code; the invited person reads and comments; others see only the sign-in page', async () => {
  const mother = await journeys.visit({ as: ADMIN, on: 'phone' })
  // Visitors can read all of it, and the server caches it.
  const { posts } = await (await journeys.callAs(ADMIN)).api(listPosts)
  const post = `/post/${posts[0]?.slug}`
  for (const path of ['/', post, '/about']) {
    const shown = await readAsVisitor(path)
    expect(shown.address).toBe(path)
    expect(shown.links('Main')).not.toEqual([])
  }

  await mother.open('/dashboard?tab=settings&section=reading')
  const settings = mother.page.getByRole('region', { name: 'Who may read and sign in' })
  await settings.getByRole('radio', { name: 'Only the family' }).check()
  await settings.getByRole('button', { name: 'Save' }).first().tap()
  await settings.getByText('Saved.').waitFor()
  await settings.getByRole('link', { name: 'Invite people' }).tap()

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

  for (const path of ['/', post, '/about']) {
    const asked = await readAsVisitor(path)
    expect(asked.address).toMatch(/^\/sign-in/)
    expect(asked.links('Main')).toEqual([])
  }
  expect((await readAsVisitor('/sign-up')).text).toContain('New readers come by invitation here.')

  await mother.open('/dashboard?tab=users')
  await mother.page.getByText('1 of 10 joined').waitFor()
  const row = mother.page.getByRole('row').filter({ hasText: 'ruth@example.org' })
  await row.getByText('Invitation: ‘Family’').waitFor()
})

it('A person gets an account on request, and returns to an invitation after signing in', async () => {
  const { api: admin } = await journeys.callAs(ADMIN)
  await admin(updateSettings, { body: { isClosed: true, signUp: 'request' } })
  const { link } = await admin(createInvitation, { body: { name: 'Aunts', usesMax: 1 } })

  const asking = await journeys.visit({ on: 'phone' })
  await asking.open('/sign-up')
  await asking.page.getByLabel('Username').fill('marek')
  await asking.page.getByLabel('Email').fill('marek.asks@example.org')
  await asking.page.getByLabel('Password').fill('a password of his own')
  await asking.page.getByLabel('Who are you?').fill('From the ward')
  await asking.page.getByRole('button', { name: 'Ask to be let in' }).tap()
  asking.expectProblem(/status of 409/)
  // The samples have a reader of that name.
  await asking.page.getByText('This username is already taken.').first().waitFor()
  await asking.page.getByLabel('Username').fill('marekw')
  await asking.page.getByRole('button', { name: 'Ask to be let in' }).tap()
  await asking.page.getByText('Your request is on its way.').waitFor()

  const mother = await journeys.visit({ as: ADMIN, on: 'phone' })
  await mother.open('/dashboard')
  await mother.page.getByRole('main').getByRole('link', { name: '1 person asks to be let in' }).tap()
  await mother.page.getByText('From the ward').waitFor()
  await mother.page.getByRole('button', { name: 'Let in as reader: @marekw' }).tap()
  await mother.page.getByText('@marekw: They are a reader now.').waitFor()

  // The invitation survives the detour to the sign-in page, without its token in an address.
  await asking.page.goto(link)
  await asking.page.getByRole('main').getByRole('link', { name: 'Sign In' }).tap()
  await expectAddress(asking.page, '/sign-in?from=%2Finvitation')
  await asking.page.getByLabel('Email').fill('marek.asks@example.org')
  await asking.page.getByLabel('Password').fill('a password of his own')
  await asking.page.getByRole('button', { name: 'Sign In', exact: true }).tap()
  await asking.page.getByRole('button', { name: 'Join the family' }).tap()
  await expectAddress(asking.page, '/')
  await asking.open('/about')
  await expectAddress(asking.page, '/about')
  await admin(updateSettings, { body: { isClosed: false, signUp: 'open' } })
})
