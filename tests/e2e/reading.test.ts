import { describe, expect, it } from 'vitest'
import { ADMIN } from '#tests/support/accounts.ts'
import { useJourneys } from '#tests/support/journey.ts'
import { expectAddress, expectCount, expectText, expectTexts, heading } from '#tests/support/visit.ts'

const SOCIAL_URL = 'https://social.example.org/kindred'
const journeys = useJourneys({ SOCIAL_URL, SOCIAL_LABEL: 'Instagram' })

const listPosts = async () => (await (await journeys.callAs(ADMIN)).api('GET /api/post/getposts', { query: { limit: 100 } })).posts

describe('Reading', () => {
  it('The home page has the welcome, the newest posts and a link to all', async () => {
    const { page, open } = await journeys.visit()
    await open('/')
    await expectText(heading(page), /./)
    await expectTexts(page.getByRole('heading', { level: 2 }), ['Recent Posts'])
    const cards = page.getByRole('main').getByRole('article')
    await expectCount(cards, 9)
    const [newest] = await listPosts()
    await expectText(cards.first().getByRole('heading'), newest!.title)
    await expectText(cards.first().getByText(newest!.category, { exact: true }), newest!.category)
    await expectCount(cards.first().locator(`a[href="/post/${newest!.slug}"]`), 3)
    await expectCount(page.getByRole('link', { name: 'View all posts' }), 2)
    await page.getByRole('link', { name: 'View all posts' }).first().click()
    await expectAddress(page, '/search')
  })

  it('A card leads to its post with category, date, reading time, body, comments and more posts', async () => {
    const { page, open } = await journeys.visit()
    const [newest, second] = await listPosts()
    await open('/')
    await page.getByRole('link', { name: `Read Article ${newest!.title}` }).click()
    await expectAddress(page, `/post/${newest!.slug}`)
    await expectText(heading(page), newest!.title)
    expect(await page.title()).toBe(`${newest!.title} · Kindred`)
    const main = page.getByRole('main')
    await main
      .getByText(`${Math.max(1, Math.round(newest!.content.length / 1000))} mins read`, { exact: true })
      .first()
      .waitFor()
    await expect.poll(() => main.locator('time').first().getAttribute('datetime')).toBe(newest!.createdAt)
    await main.getByRole('heading', { name: 'Comments' }).waitFor()
    await main.getByText('You must be signed in to comment.').waitFor()
    await main.getByRole('heading', { name: 'Recent Articles' }).waitFor()
    const recent = main.getByRole('region', { name: 'Recent Articles' }).getByRole('article')
    await expectCount(recent, 3)
    await expectText(recent.first().getByRole('heading'), second!.title)

    await main.getByRole('link', { name: newest!.category, exact: true }).click()
    await expectAddress(page, `/search?category=${newest!.category}`)
    await expect.poll(() => page.getByLabel('Category').inputValue()).toBe(newest!.category)
  })

  it('A visitor sees the comments of a post, newest first, with their likes', async () => {
    const { page, open } = await journeys.visit()
    const { api } = await journeys.callAs(ADMIN)
    const { comments: all } = await api('GET /api/comment/getcomments', { query: { limit: 100 } })
    const liked = all.find((comment) => comment.numberOfLikes > 1)!
    const post = (await listPosts()).find(({ _id }) => _id === liked.postId)!
    const comments = await api('GET /api/comment/getpostcomments/:postId', { params: { postId: post._id } })
    await open(`/post/${post.slug}`)
    const section = page.getByRole('region', { name: /^Comments/ })
    await expectText(section.getByRole('heading'), new RegExp(`^Comments\\s*${comments.length}$`))
    await expectCount(section.getByRole('listitem'), comments.length)
    const item = section.getByRole('listitem').filter({ hasText: liked.content })
    await item.getByText(`@${liked.user!.username}`).waitFor()
    await item.getByText(`${liked.numberOfLikes} likes`).waitFor()
    await item.getByText(/ago$|^yesterday$|^last (week|month|year)$/).waitFor()
    await expectCount(section.getByRole('button', { name: /^(Edit|Delete)$/ }), 0)
  })

  it('A visitor opens each screen by its address', async () => {
    const { page, open } = await journeys.visit()
    for (const [path, title, text] of [
      ['/about', 'About Our Blog', 'About Our Blog'],
      ['/search', 'All posts', 'Posts Results:'],
      ['/projects', 'Blogs', 'Blogs'],
      ['/sign-in', 'Sign In', 'Sign In'],
      ['/sign-up', 'Sign Up', 'Sign Up'],
      ['/privacy-policy', 'Privacy Policy', 'Privacy Policy'],
      ['/terms', /^Terms/, /^Terms/],
    ] as const) {
      await open(path)
      await expectText(heading(page), text)
      expect(await page.title()).toMatch(typeof title === 'string' ? `${title} · Kindred` : title)
    }
  })

  it('A visitor reads About, the policy and the terms', async () => {
    const { page, open } = await journeys.visit()
    await open('/about')
    const letterPixels = await page.locator('.drop-cap').evaluate((paragraph) => {
      const style = getComputedStyle(paragraph, '::first-letter')
      const lines = Number.parseFloat(style.getPropertyValue('initial-letter'))
      return Number.parseFloat(style.fontSize) * (Number.isNaN(lines) ? 1 : lines)
    })
    expect(letterPixels).toBeGreaterThan(40)
    await open('/projects')
    await page.getByText('Some information about my blogs').waitFor()
    await open('/privacy-policy')
    await expectCount(page.getByText('June 9, 2025', { exact: true }), 2)
    await expectTexts(
      page.getByRole('heading', { level: 2 }),
      Array.from({ length: 9 }, (_, index) => new RegExp(`^${index + 1}\\. `)),
    )
    await open('/terms')
    await expectTexts(
      page.getByRole('heading', { level: 2 }),
      Array.from({ length: 8 }, (_, index) => new RegExp(`^${index + 1}\\. `)),
    )
  })

  it('Header and footer link to every screen', async () => {
    const { page, open } = await journeys.visit()
    await open('/')
    const main = page.getByRole('navigation', { name: 'Main', exact: true })
    for (const [name, path] of [
      ['About', '/about'],
      ['Projects', '/projects'],
      ['Home', '/'],
    ] as const) {
      await main.getByRole('link', { name }).click()
      await expectAddress(page, path)
      await expect.poll(() => main.getByRole('link', { name }).getAttribute('aria-current')).toBe('page')
    }
    const footer = page.getByRole('contentinfo')
    for (const [name, path] of [
      ['About', '/about'],
      ['Privacy Policy', '/privacy-policy'],
      ['Terms', '/terms'],
    ] as const) {
      await footer.getByRole('link', { name }).click()
      await expectAddress(page, path)
    }
    const social = footer.getByRole('link', { name: 'Instagram' })
    await expect.poll(() => social.getAttribute('href')).toBe(SOCIAL_URL)
    await expect.poll(() => social.getAttribute('target')).toBe('_blank')
    await page.getByRole('banner').getByRole('link', { name: 'Sign In' }).click()
    await expectAddress(page, '/sign-in?from=%2Fterms')
  })

  it('The menu of a phone links to every screen', async () => {
    const { page, open } = await journeys.visit({ on: 'phone' })
    await open('/')
    const menu = page.getByRole('button', { name: 'Menu' })
    await menu.click()
    await page.getByRole('link', { name: 'About', exact: true }).first().click()
    await expectText(heading(page), 'About Our Blog')
    await menu.click()
    await page.getByRole('searchbox', { name: 'Search posts' }).fill('bus')
    await page.keyboard.press('Enter')
    await expectAddress(page, '/search?search=bus')
    await menu.click()
    await page.getByRole('link', { name: 'Sign In' }).click()
    await expectText(heading(page), 'Sign In')
  })
})
