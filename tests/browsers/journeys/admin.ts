import { type Journey, signIn } from '#tests/browsers/journey.ts'
import { article, button, field, heading, link, main, type Target, text } from '#tests/browsers/target.ts'
import { ADMIN } from '#tests/support/accounts.ts'

const sideMenu: Target = { role: 'navigation', name: 'Dashboard' }

export const adminJourneys: readonly Journey[] = [
  {
    title: 'An admin writes a post with a picture, publishes it and finds it on the home page',
    async run({ page, picture }) {
      await signIn(page, ADMIN, '/create-post')
      await page.fill(field('Title'), 'The loudest morning')
      await page.click(button('Change'))
      await page.choose(field('Category'), 'Medical')
      await page.write(field('Body'), 'It was loud, and then it was over. ')
      await page.attach(field('Files'), picture)
      await page.waitForPicture({ role: 'image', within: field('Body') }, (address) => new URL(address).pathname.startsWith('/files/'))
      await page.click({ role: 'image', within: field('Body') })
      await page.fill(field('Description'), 'A red square')
      await page.click(button('Publish', main))
      await page.waitForAddress('/post/the-loudest-morning')
      await page.waitFor(heading('The loudest morning', main))
      await page.waitFor(text('It was loud, and then it was over.', main))
      await page.waitForPicture({ role: 'image', name: 'A red square', within: main }, (address) =>
        new URL(address).pathname.startsWith('/files/'),
      )
      await page.open('/')
      await page.waitFor(link('The loudest morning', article))
    },
  },
  {
    title: 'An admin visits each tab of the dashboard',
    async run({ page }) {
      await signIn(page, ADMIN, '/dashboard?tab=dash')
      for (const name of ['Total Users', 'Total Comments', 'Total Posts']) await page.waitFor({ role: 'region', name })
      for (const [label, tab, column] of [
        ['Posts', 'posts', 'Post Title'],
        ['Users', 'users', 'Username'],
        ['Comments', 'comments', 'Comment Content'],
      ] as const) {
        await page.click(link(label, sideMenu))
        await page.waitForAddress(`/dashboard?tab=${tab}`)
        await page.waitFor({ role: 'columnheader', name: column })
        await page.waitFor({ role: 'row', within: main })
      }
      await page.click(link(/^Profile/, sideMenu))
      await page.waitForAddress('/dashboard?tab=profile')
      await page.waitForValue(field('Username', main), ADMIN.username)
      await page.click(link('Dashboard', sideMenu))
      await page.waitForAddress('/dashboard?tab=dash')
      await page.waitFor({ role: 'region', name: 'Total Posts' })
    },
  },
]
