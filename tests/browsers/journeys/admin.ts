import { accountMenu, type Journey, signIn } from '#tests/browsers/journey.ts'
import type { Page } from '#tests/browsers/page.ts'
import { article, button, field, heading, link, main, type Target, text } from '#tests/browsers/target.ts'
import { ADMIN } from '#tests/support/accounts.ts'

const sideMenu: Target = { role: 'navigation', name: 'Dashboard' }

async function pressOn(page: Page, target: Target): Promise<void> {
  await page.tabTo(target)
  await page.press('Enter')
}

async function signInByKeyboard(page: Page): Promise<void> {
  await page.open('/sign-in')
  await page.tabTo(field('Email', main))
  await page.type(ADMIN.email)
  await page.tabTo(field('Password', main))
  await page.type(ADMIN.password)
  await page.press('Enter')
  await page.waitForAddress('/')
  await page.waitFor(accountMenu)
}

export const adminJourneys: readonly Journey[] = [
  {
    title: 'An admin writes a post with a picture, publishes it and finds it on the home page',
    async run({ page, picture }) {
      await signIn(page, ADMIN, '/create-post')
      await page.fill(field('Title'), 'The loudest morning')
      await page.choose(field('Category'), 'Medical')
      await page.write(field('Body'), 'It was loud, and then it was over. ')
      await page.attach(field('Picture files'), picture)
      await page.waitForPicture({ role: 'image', within: field('Body') }, (address) => new URL(address).pathname.startsWith('/files/'))
      await page.click(button('Describe this picture'))
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
    title: 'An admin with a phone writes with two photos beside each other and a cover, is asked for the title, and publishes',
    async run({ page, picture, photo }) {
      await page.resize(360, 740)
      await signIn(page, ADMIN)
      await page.click(accountMenu)
      await page.click(link('Write'))
      await page.waitForAddress('/create-post')
      await page.write(field('Body'), 'One thumb was free.')
      for (const [count, path] of [photo, picture].entries()) {
        await page.attach(field('Picture files'), path)
        await page.waitForCount(button('Describe this picture'), count + 1)
        await page.waitForNo(text(/^(Uploading|Waiting)$/, field('Body')))
      }
      await page.click(button('Describe this picture'))
      await page.fill(field('Description'), 'Snow on a screen')
      await page.attach(field('Cover image'), picture)
      await page.click(button('Publish', main))
      await page.waitFor(text('Please enter a title.', main))
      await page.fill(field('Title'), 'One thumb')
      await page.click(button('Publish', main))
      await page.waitForAddress('/post/one-thumb')
      await page.waitForPicture({ role: 'image', name: 'Snow on a screen', within: main }, (address) =>
        new URL(address).pathname.startsWith('/files/'),
      )
    },
  },
  {
    title: 'By keyboard alone, an admin writes with a photo and a cover, is asked for the title, and publishes',
    async run({ page, picture, photo }) {
      await signInByKeyboard(page)
      await pressOn(page, accountMenu)
      await pressOn(page, link('Write'))
      await page.waitForAddress('/create-post')
      // The dialog that chooses a file is the browser's own, and no driver can use it.
      await page.tabTo(field('Cover image'))
      await page.attach(field('Cover image'), picture)
      await page.tabTo(button('Picture'))
      await page.attach(field('Picture files'), photo)
      await page.waitForFocus(field('Body'))
      await page.type('Both hands were full.')
      await pressOn(page, button(/^(Publish|Waiting)/, main))
      await page.waitFor(text('Please enter a title.', main))
      await page.waitForFocus(field('Title'))
      await page.type('Without a mouse')
      await pressOn(page, button(/^(Publish|Waiting)/, main))
      await page.waitForAddress('/post/without-a-mouse')
      await page.waitFor(text('Both hands were full.', main))
      await page.waitForPicture({ role: 'image', within: article }, (address) => new URL(address).pathname.startsWith('/files/'))
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
