import assert from 'node:assert/strict'
import { accountMenu, fillSignIn, type Journey, signIn } from '#tests/browsers/journey.ts'
import { banner, button, field, link, main, text } from '#tests/browsers/target.ts'
import { READER } from '#tests/support/accounts.ts'

const NEWCOMER = { username: 'newcomer', email: 'newcomer@example.org', password: 'words of a newcomer' }

export const accountJourneys: readonly Journey[] = [
  {
    title: 'A newcomer signs up and then signs in',
    async run({ page }) {
      await page.open('/sign-up')
      await page.fill(field('Username', main), NEWCOMER.username)
      await page.fill(field('Email', main), NEWCOMER.email)
      await page.fill(field('Password', main), NEWCOMER.password)
      await page.click(button('Sign Up', main))
      await page.waitFor(text('Your account is ready. You can sign in now.'))
      await fillSignIn(page, NEWCOMER)
      await page.waitForAddress('/')
      await page.click(accountMenu)
      await page.waitFor(text(`@${NEWCOMER.username}`, banner))
      await page.waitFor(text(NEWCOMER.email, banner))
    },
  },
  {
    title: 'A reader signs in after a wrong password and returns to the page before',
    async run({ page }) {
      await page.open('/about')
      await page.click(link('Sign In', banner))
      await fillSignIn(page, { email: READER.email, password: 'not the one' })
      await page.waitFor({ role: 'alert', text: 'Wrong email or password.', within: main })
      await page.waitForValue(field('Email', main), READER.email)
      await fillSignIn(page, READER)
      await page.waitForAddress('/about')
      await page.waitFor(accountMenu)
      await page.waitForNo(link('Sign In', banner))
    },
  },
  {
    title: 'A reader uploads a profile picture, and it is still there after a reload',
    async run({ page, picture }) {
      const inProfile = { role: 'image', within: button('Change profile picture') } as const
      await signIn(page, READER, '/dashboard?tab=profile')
      const before = await page.readPicture(inProfile)
      await page.attach(field('Profile picture'), picture)
      await page.waitForPicture(inProfile, (address) => address !== before)
      await page.click(button('Update'))
      await page.waitFor(text('Your profile was updated.'))
      await page.reload()
      await page.waitForPicture(inProfile, (address) => new URL(address).pathname.startsWith('/files/'))
    },
  },
  {
    title: 'A reader signs out, and a guarded page asks to sign in again',
    async run({ page }) {
      await signIn(page, READER, '/about')
      await page.click(accountMenu)
      await page.click(button('Sign out', banner))
      await page.waitFor(link('Sign In', banner))
      await page.waitForNo(accountMenu)
      await page.open('/dashboard?tab=profile')
      await page.waitForAddress(/^\/sign-in\?from=/)
      assert.equal(await page.count(accountMenu), 0)
    },
  },
]
