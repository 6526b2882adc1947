import { describe, expect, it } from 'vitest'
import { createPost } from '#writing/contract/edit-posts.endpoints.ts'
import { listPosts } from '#posts/contract/posts.endpoints.ts'
import { ADMIN, READER } from '#tests/support/accounts.ts'
import { useJourneys } from '#tests/support/browser/journey.ts'
import { STATUS_401 } from '#tests/support/browser/network.ts'
import { accountMenu, signIn } from '#tests/support/screens/session-screens.ts'
import { expectAddress, expectCount, expectText, heading } from '#tests/support/browser/visit.ts'

const journeys = useJourneys()

const anyPost = async () => (await (await journeys.callAs(ADMIN)).api(listPosts)).posts[0]!

describe('Guards for visitors', () => {
  it('A visitor who follows a link to a guarded page signs in and goes on, and Back leads to where the link was', async () => {
    const admin = await journeys.callAs(ADMIN)
    const content = '<p><a href="/dashboard?tab=comments">What others say</a></p>'
    const { slug } = await admin.api(createPost, { body: { title: 'A way in', content } })
    const { page, open } = await journeys.visit()
    await open(`/post/${slug}`)
    await page.getByRole('link', { name: 'What others say' }).click()
    await expectAddress(page, '/sign-in?from=%2Fdashboard%3Ftab%3Dcomments')
    await expectText(heading(page), 'Sign In')
    await signIn(page, ADMIN)
    await expectAddress(page, '/dashboard?tab=comments')
    await expectText(heading(page), 'Comments')
    // The guarded page has replaced the sign-in page in the history.
    await page.goBack()
    await expectAddress(page, `/post/${slug}`)
  })

  it('A visitor at a guard signs up, signs in and returns to the page', async () => {
    const { page, open } = await journeys.visit()
    await open('/dashboard?tab=profile')
    await page.getByRole('main').getByRole('link', { name: 'Sign Up' }).click()
    const account = { username: 'ontheway', email: 'ontheway@example.org', password: 'words on the way' }
    for (const [label, value] of [
      ['Username', account.username],
      ['Email', account.email],
      ['Password', account.password],
    ] as const) {
      await page.getByLabel(label).fill(value)
    }
    await page.getByRole('main').getByRole('button', { name: 'Sign Up' }).click()
    await expectAddress(page, '/sign-in?from=%2Fdashboard%3Ftab%3Dprofile&welcome=1')
    await signIn(page, account)
    await expectAddress(page, '/dashboard?tab=profile')
    await expect.poll(() => page.getByLabel('Username').inputValue()).toBe('ontheway')
  })
})

describe('Guards for admins', () => {
  it('A reader at an admin page is sent to the sign-in page, where an admin can go on', async () => {
    const post = await anyPost()
    const path = `/update-post/${post._id}`
    const { page, open } = await journeys.visit({ as: READER })
    await open(path)
    await expectAddress(page, `/sign-in?from=${encodeURIComponent(path)}&admins-only`)
    await page.getByText('Only admins can open this page').waitFor()
    await signIn(page, ADMIN)
    await expectAddress(page, path)
    await expectText(heading(page), 'Update Post')
  })
})

describe('Ended sessions', () => {
  it('A tab of the dashboard that is opened after the session ended is shown after signing in', async () => {
    const { page, open, context, calls, expectProblem } = await journeys.visit({ as: ADMIN })
    expectProblem(STATUS_401)
    await open('/dashboard?tab=profile')
    await expect.poll(calls).toContain('GET /api/comment/attention')
    await context.clearCookies()
    await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'Users' }).click()
    await expectAddress(page, '/sign-in?from=%2Fdashboard%3Ftab%3Dusers')
    await expectCount(accountMenu(page), 0)
    await signIn(page, ADMIN)
    await expectAddress(page, '/dashboard?tab=users')
    await expectText(heading(page), 'Users')
  })

  it('A call on a guarded page that gets a 401 leads to the sign-in page and back', async () => {
    const { page, open, context, expectProblem } = await journeys.visit({ as: READER })
    expectProblem(STATUS_401)
    await open('/dashboard?tab=profile')
    await context.clearCookies()
    await page.getByLabel('Username').fill('renamed')
    await page.getByRole('button', { name: 'Update' }).click()
    await expectAddress(page, '/sign-in?from=%2Fdashboard%3Ftab%3Dprofile')
    await signIn(page, READER)
    await expectAddress(page, '/dashboard?tab=profile')
  })
})
