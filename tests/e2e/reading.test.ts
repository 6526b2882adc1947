import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { listAllComments, listComments } from '#comments/contract/comments.endpoints.ts'
import { listPosts as listPostsEndpoint } from '#posts/contract/posts.endpoints.ts'
import { ADMIN, READER } from '#tests/support/accounts.ts'
import { useJourneys } from '#tests/support/browser/journey.ts'
import { expectAddress, expectCount, expectText, expectTexts, heading } from '#tests/support/browser/visit.ts'

const SOCIAL_URL = 'https://social.example.org/kindred'
/** Classes without styles: for scripts and tests, and the editor's own. */
const UNSTYLED = /^(post-body|tiptap|is-empty|ProseMirror-trailingBreak)$/
const journeys = useJourneys({ SOCIAL_URL, SOCIAL_LABEL: 'Instagram' })

const listPosts = async () => (await (await journeys.callAs(ADMIN)).api(listPostsEndpoint, { query: { limit: 100 } })).posts

const heightOfDropCap = (page: Page): Promise<number> =>
  page.locator('.drop-cap').evaluate((paragraph) => {
    const style = getComputedStyle(paragraph, '::first-letter')
    const lines = Number.parseFloat(style.getPropertyValue('initial-letter'))
    return Number.parseFloat(style.fontSize) * (Number.isNaN(lines) ? 1 : lines)
  })

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

  it('Where the browser can neither share nor copy, the link is shown, and selected', async () => {
    const { page, open } = await journeys.visit({ as: ADMIN })
    const [newest] = await listPosts()
    await open(`/post/${newest!.slug}`)
    await page.evaluate(() => {
      for (const name of ['clipboard', 'canShare']) Object.defineProperty(navigator, name, { value: undefined })
    })
    await page.getByRole('button', { name: 'Send the link' }).click()
    expect(await page.getByLabel('The link').inputValue()).toMatch(new RegExp(`/post/${newest!.slug}$`))
    expect(await page.evaluate(() => getSelection()?.toString())).toContain(newest!.slug)
  })

  it('A card leads to its post with category, date, reading time, body, comments and more posts', async () => {
    const { page, open } = await journeys.visit()
    const [newest, second] = await listPosts()
    await open('/')
    const cardTitle = page.getByRole('article').getByRole('heading', { name: newest!.title }).first()
    // A longer title ends in its second line.
    expect(await cardTitle.evaluate((element) => getComputedStyle(element).webkitLineClamp)).toBe('2')
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

  it('A visitor on a phone gives a heart, sees it again and removes it, and members see who gave hearts', async () => {
    const [, post] = await listPosts()
    const path = `/post/${post!.slug}`
    const { page, open, context, writes } = await journeys.visit({ on: 'phone' })
    await open(path)
    expect(await context.cookies()).toEqual([])
    const heart = page.getByRole('button', { name: /for this post$/ })
    const isPressed = () => heart.getAttribute('aria-pressed')
    const box = await heart.boundingBox()
    expect(box!.height).toBeGreaterThanOrEqual(44)
    await heart.click()
    await expect.poll(isPressed).toBe('true')
    await expect
      .poll(() => context.cookies().then((cookies) => cookies.map(({ name, httpOnly }) => [name, httpOnly])))
      .toContainEqual(['hearts', true])
    const given = new RegExp(`${post!.likes + 1} hearts?\\b`)
    await expectText(heart, given)
    expect((await heart.boundingBox())!.width).toBe(box!.width)
    await page.reload()
    await expect.poll(isPressed).toBe('true')
    await expectText(heart, given)

    const member = await journeys.visit({ as: READER })
    await member.open(path)
    const own = member.page.getByRole('button', { name: /for this post$/ })
    await expect.poll(() => own.getAttribute('aria-pressed')).toBe('false')
    await own.click()
    await member.page.getByRole('button', { name: 'See who' }).click()
    const who = member.page.getByRole('dialog', { name: 'With a heart from' })
    await who.getByText(`@${READER.username}`, { exact: true }).waitFor()
    await who.getByText(/^and (one|\d+) more$/).waitFor()
    await member.page.keyboard.press('Escape')
    await member.page.reload()
    await expect.poll(() => own.getAttribute('aria-pressed')).toBe('true')
    await member.page.getByRole('button', { name: 'See who' }).click()
    await expectCount(who.getByText(`@${READER.username}`, { exact: true }).filter({ visible: true }), 1)

    await heart.click()
    await expect.poll(isPressed).toBe('false')
    await expectText(heart, given)
    expect(writes()).toHaveLength(2)
  })

  it('A heart stays given when the visitor leaves before the response is read', async () => {
    const [, , post] = await listPosts()
    const { page, open } = await journeys.visit()
    await page.addInitScript(() => {
      Response.prototype.json = () => new Promise(() => {})
    })
    await open(`/post/${post!.slug}`)
    const heart = page.getByRole('button', { name: /for this post$/ })
    await Promise.all([page.waitForResponse('**/api/post/like/*'), heart.click()])
    await page.reload()
    await expect.poll(() => heart.getAttribute('aria-pressed')).toBe('true')
    await expectText(heart, new RegExp(`${post!.likes + 1} hearts?\\b`))
  })

  it('A visitor sees the comments of a post, newest first, with their likes', async () => {
    const { page, open } = await journeys.visit()
    const { api } = await journeys.callAs(ADMIN)
    const { comments: all } = await api(listAllComments, { query: { limit: 100 } })
    const liked = all.find((comment) => comment.numberOfLikes > 1)!
    const post = (await listPosts()).find(({ _id }) => _id === liked.postId)!
    const comments = await api(listComments, { params: { postId: post._id } })
    await open(`/post/${post.slug}`)
    const section = page.getByRole('region', { name: /^Comments/ })
    await expectText(section.getByRole('heading'), new RegExp(`^Comments\\s*${comments.length}$`))
    await expectCount(section.getByRole('listitem'), comments.length)
    const item = section.getByRole('listitem').filter({ hasText: liked.content })
    await item.getByText(`@${liked.user!.username}`, { exact: true }).waitFor()
    await item.getByText(`${liked.numberOfLikes} likes`).waitFor()
    await item.getByText(/ago$|^yesterday$|^last (week|month|year)$/).waitFor()
    await expectCount(section.getByRole('button', { name: /^(Edit|Delete)$/ }), 0)
  })

  it('A visitor opens each screen by its address, and reads About, the policy and the terms', async () => {
    const { page, open } = await journeys.visit()
    const numbered = (count: number) => Array.from({ length: count }, (_, index) => new RegExp(`^${index + 1}\\. `))
    const sections = page.getByRole('heading', { level: 2 })
    const readMore: Record<string, () => Promise<unknown>> = {
      '/about': async () => expect(await heightOfDropCap(page)).toBeGreaterThan(40),
      '/projects': () => page.getByText('Some information about my blogs').waitFor(),
      '/privacy-policy': async () => {
        await expectCount(page.getByText('June 9, 2025', { exact: true }), 2)
        await expectTexts(sections, numbered(9))
      },
      '/terms': () => expectTexts(sections, numbered(8)),
    }
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
      await readMore[path]?.()
    }
  })

  it('The style sheet of a page has every class of the page', async () => {
    const { page, open } = await journeys.visit({ as: ADMIN })
    const [newest] = await listPosts()
    const paths = ['/', '/about', '/search', '/projects', '/terms', `/post/${newest!.slug}`, '/create-post', `/update-post/${newest!._id}`]
    for (const path of [...paths, ...['dash', 'profile', 'posts', 'users', 'comments'].map((tab) => `/dashboard?tab=${tab}`)]) {
      await open(path)
      // The editor's script loads after the page.
      if (/^\/(create|update)-post/.test(path)) await page.getByRole('textbox', { name: 'Body' }).waitFor()
      const unknown = await page.evaluate(() => {
        const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules].map((rule) => rule.cssText)).join('')
        const names = [...document.querySelectorAll('body [class]:not(svg)')].flatMap((element) => [...element.classList])
        return [...new Set(names)].filter((name) => !rules.includes(`.${CSS.escape(name)}`))
      })
      expect(
        unknown.filter((name) => !UNSTYLED.test(name)),
        path,
      ).toEqual([])
    }
  })

  it('A post without a category names none on its card and its page', async () => {
    const { page, open } = await journeys.visit()
    const post = (await listPosts()).find(({ category }) => category === 'uncategorized')!
    await open(`/search?searchTerm=${encodeURIComponent(post.title)}`)
    await page.getByRole('article').getByRole('heading', { name: post.title }).waitFor()
    await expectCount(page.getByRole('article').getByText('uncategorized'), 0)
    await open(`/post/${post.slug}`)
    await expectText(heading(page), post.title)
    await expectCount(page.getByRole('main').getByText('uncategorized'), 0)
  })

  it('A printed post has one left edge, and no buttons or fields', async () => {
    const { page, open } = await journeys.visit()
    const [newest] = await listPosts()
    await open(`/post/${newest!.slug}`)
    const shown = page.locator('header, footer, form, button, nav, aside, .button').filter({ visible: true })
    await expect.poll(() => shown.count()).toBeGreaterThan(5)
    await page.emulateMedia({ media: 'print' })
    await expectCount(page.locator('.site-header, .site-footer, form, button, nav, aside, .button').filter({ visible: true }), 0)
    await expectCount(page.getByText('You must be signed in to comment.').filter({ visible: true }), 0)
    const edges = await page
      .locator('h1, .post-cover, article header time, .post-body, .post-body > p, #comments-heading')
      .evaluateAll((elements) => elements.map((element) => Math.round(element.getBoundingClientRect().left)))
    expect(edges.length).toBeGreaterThan(5)
    expect(new Set(edges).size).toBe(1)
  })

  it('On a phone with text of double size no word of a heading is broken', async () => {
    const { page, open } = await journeys.visit({ on: 'phone' })
    await page.setViewportSize({ width: 180, height: 400 })
    for (const path of ['/', '/about', '/search', '/sign-in']) {
      await open(path)
      const broken = await heading(page).evaluate((element) => {
        const text = element.firstChild as Text
        return [...text.data.matchAll(/\S+/g)]
          .filter(({ index, 0: word }) => {
            const range = new Range()
            range.setStart(text, index)
            range.setEnd(text, index + word.length)
            return range.getClientRects().length > 1
          })
          .map(String)
      })
      expect(broken).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(180)
    }
  })

  it('A link to the comments leaves their heading in view below the header', async () => {
    const { page, open } = await journeys.visit()
    const [newest] = await listPosts()
    await open(`/post/${newest!.slug}#comments`)
    const top = () => page.locator('#comments-heading').evaluate((element) => Math.round(element.getBoundingClientRect().top))
    const headerBottom = await page.getByRole('banner').evaluate((element) => Math.round(element.getBoundingClientRect().bottom))
    expect(headerBottom).toBeGreaterThan(40)
    await expect.poll(top).toBeGreaterThanOrEqual(headerBottom)
    expect(await top()).toBeLessThan(headerBottom + 60)
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
      await expect.poll(() => footer.getByRole('link', { name }).getAttribute('href')).toBe(path)
    }
    await footer.getByRole('link', { name: 'Terms' }).click()
    await expectAddress(page, '/terms')
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
    await page.getByRole('banner').getByRole('link', { name: 'Sign In' }).click()
    await expectText(heading(page), 'Sign In')
  })
})
