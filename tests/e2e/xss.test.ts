import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { COMMENT_MAX_LENGTH } from '#site/contract/site-limits.ts'
import { type BlogProcess, startBlogProcess } from '#tests/support/blog/blog-process.ts'
import { openBrowser } from '#tests/support/browser/journey.ts'
import { showComments } from '#tests/support/browser/comments-screen.ts'
import { storedPictures } from '#tests/support/browser/editor-files.ts'
import { takeSome } from '#tests/support/sweep.ts'
import { STEP_TIMEOUT_MS, waitForScripts } from '#tests/support/browser/visit.ts'
import { XSS_PAYLOADS } from '#tests/cases/xss-payloads.ts'

const ADMIN = { email: 'admin@example.org', password: 'the admin of this test' }
/** Payloads in one post. */
const PER_POST = 12
/** Number of pages that are open at the same time. */
const PAGES = 4

/** A new IP address for every 50 searches, to stay below the rate limit. */
const addressHeader = (index: number) => ({ 'x-forwarded-for': `10.0.0.${Math.floor(index / 50)}` })

const PAYLOADS = takeSome(XSS_PAYLOADS, 5)
const groups = Array.from({ length: Math.ceil(PAYLOADS.length / PER_POST) }, (_, index) =>
  PAYLOADS.slice(index * PER_POST, (index + 1) * PER_POST),
)

describe('Script injection', () => {
  let browser: Browser
  let blog: BlogProcess
  let context: BrowserContext
  let page: Page
  let cookie: string
  /** Scripts that ran, requests to other sites, and errors. */
  const incidents: string[] = []
  const slugs: string[] = []

  const send = async (method: string, path: string, body: object | undefined, by = cookie) => {
    const headers = { 'content-type': 'application/json', cookie: by }
    const response = await fetch(blog.url + path, { method, headers, body: JSON.stringify(body) })
    return { status: response.status, headers: response.headers, body: await response.json() }
  }

  beforeAll(async () => {
    const settings = { ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password, TRUST_PROXY: '1' }
    ;[browser, blog] = await Promise.all([openBrowser(), startBlogProcess(settings)])
    cookie = await signIn(ADMIN)
    // Without the CSP, the second line of defence: stored content must be harmless by itself.
    // A small viewport, because painting takes the longest.
    context = await browser.newContext({ bypassCSP: true, viewport: { width: 320, height: 240 } })
    context.setDefaultTimeout(STEP_TIMEOUT_MS)
    await context.exposeBinding('xss', ({ page: where }) => void incidents.push(`ran on ${where.url()}`))
    context.on('dialog', (dialog) => {
      // The browser's own dialog about unpublished text.
      if (dialog.type() === 'beforeunload') return void dialog.accept()
      incidents.push(`dialog on ${dialog.page()?.url()}`)
      void dialog.dismiss()
    })
    context.on('weberror', (error) => incidents.push(`error on ${error.page()?.url()}: ${error.error().message}`))
    context.on('request', (request) => {
      const ours = [blog.url, `blob:${blog.url}`, 'data:']
      if (!ours.some((start) => request.url().startsWith(start))) incidents.push(`request to ${request.url()}`)
    })
    page = await openPage()
  })
  afterAll(async () => {
    await context?.close()
    await blog?.stop()
  })

  const openPage = async () => {
    const opened = await context.newPage()
    opened.on('popup', (popup) => incidents.push(`popup on ${opened.url()}: ${popup.url()}`))
    return opened
  }

  /** Processes each item once, in several pages in parallel. */
  const inPages = async <T>(items: readonly T[], work: (where: Page, item: T, index: number) => Promise<void>) => {
    const waiting = [...items.entries()]
    const workThrough = async () => {
      const where = await openPage()
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await work(where, next[1], next[0])
      await where.close()
    }
    await Promise.all(Array.from({ length: PAGES }, workThrough))
  }

  /** Opens an address and waits until React has hydrated the islands with controls. */
  const visit = async (where: Page, address: string, status = 200) => {
    const response = await where.goto(address, { waitUntil: 'domcontentloaded' })
    expect(response?.status(), address).toBe(status)
    await waitForScripts(where)
    await where.evaluate(async () => {
      for (const island of document.querySelectorAll<HTMLElement>('[data-island]')) {
        const control = island.querySelector('button, input, textarea, select')
        control?.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
        while (control && island.dataset['hydrated'] === undefined) await new Promise((resolve) => setTimeout(resolve, 5))
      }
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
    })
  }

  /** Expects an intact page: header, one h1, footer, and no overlay. */
  const expectIntact = async (where = page) => {
    // Allowed are the blog's two inline scripts in the head, React’s picture preloads, and the style of what is further down.
    expect(
      await where.evaluate(
        () => (
          scrollTo({ top: 0, behavior: 'instant' }),
          {
            footer: document.querySelectorAll('body > footer, body > * > footer').length,
            headings: document.querySelectorAll('h1').length,
            strange: [
              ...document.querySelectorAll(
                'head script:not([src]):not([type]) ~ script:not([src]):not([type]) ~ script:not([src]):not([type]) ~ script:not([src]):not([type]), body script:not([type]), iframe, object, embed, base, body style:not(main > style, article > header + style), body link:not([rel=preload][as=image]), form[action^="javascript" i]',
              ),
            ].map(({ outerHTML }) => outerHTML.slice(0, 200)),
            handlers: [...document.querySelectorAll('body *')].filter((element) =>
              [...element.attributes].some(({ name }) => name.startsWith('on')),
            ).length,
            javascriptLinks: [...document.querySelectorAll('a')].filter(({ protocol }) =>
              /^(javascript|data|vbscript|blob|filesystem):$/.test(protocol),
            ).length,
            errorScreen: document.body.textContent.includes('Unexpected Application Error'),
            covered: document.elementFromPoint(5, 5)?.closest('header, main, footer') === null,
          }
        ),
      ),
    ).toEqual({ footer: 1, headings: 1, strange: [], handlers: 0, javascriptLinks: 0, errorScreen: false, covered: false })
  }
  const expectNoIncidents = () => expect(incidents).toEqual([])

  it('There are at least 100 payloads', () => expect(new Set(XSS_PAYLOADS).size).toBeGreaterThanOrEqual(100))

  const signIn = async (credentials: object) =>
    (await send('POST', '/api/auth/signin', credentials, '')).headers.get('set-cookie')?.split(';')[0] ?? ''

  /** Creates enough readers to stay below the rate limit of comments. */
  const makeReaders = async (): Promise<string[]> => {
    const readers: string[] = []
    for (let number = 0; number * 25 < PAYLOADS.length; number += 1) {
      const account = { username: `reader${number}`, email: `reader${number}@example.org`, password: 'long enough 1' }
      expect((await send('POST', '/api/auth/signup', account, '')).status).toBe(201)
      const cookie = await signIn(account)
      const { body } = await send('GET', '/api/auth/session', undefined, cookie)
      const displayName = `${['<img src=x onerror=xss()>', '"><script>xss()</script>', "'-xss()-'"][number % 3]}${number}`
      expect((await send('PUT', `/api/user/update/${body._id}`, { displayName }, cookie)).status).toBe(200)
      // Comments of new accounts outside the family wait once they come fast.
      expect((await send('PUT', `/api/user/role/${body._id}`, { role: 'family' })).status).toBe(200)
      readers.push(cookie)
    }
    return readers
  }

  it('The blog stores the payloads as posts, titles and comments', async () => {
    const readers = await makeReaders()
    let count = 0
    for (const [index, group] of groups.entries()) {
      const title = `${index} ${group[0]}`.slice(0, 200)
      const content = `<p>Group ${index}</p>${group.join('<p>and</p>')}`
      const { status, body } = await send('POST', '/api/post/create', { title, content })
      expect(status, title).toBe(201)
      slugs.push(body.slug)
      for (const payload of group) {
        const comment = payload.replaceAll('\0', '').slice(0, COMMENT_MAX_LENGTH)
        const reader = readers[(count += 1) % readers.length] ?? ''
        expect((await send('POST', '/api/comment/create', { content: comment, postId: body._id }, reader)).status).toBe(201)
      }
    }
    // Each payload alone, too: an unclosed element must not hide the next one.
    for (const payload of PAYLOADS) {
      const { status, body } = await send('POST', '/api/post/create', { title: payload.slice(0, 200), content: `<p>One</p>${payload}` })
      expect(status).toBe(201)
      const tags = (body.content.match(/<[^>]*>/g) ?? []).join('')
      expect(tags).not.toMatch(/<script|javascript:|\son\w+\s*=|<iframe|<svg|<math|<style|<base|<meta/i)
    }
  })

  it('The test notices a payload that runs', async () => {
    await page.goto(blog.url)
    await page.evaluate(() => document.body.insertAdjacentHTML('beforeend', '<img src="/nothing.png" onerror="xss()">'))
    await expect.poll(() => incidents.splice(0)).toEqual([expect.stringContaining('ran on')])
  })

  it('No payload runs in a post, its title or its comments, which React renders for a reader', async () => {
    const reader = await browser.newContext({ bypassCSP: true, viewport: { width: 320, height: 240 } })
    reader.setDefaultTimeout(STEP_TIMEOUT_MS)
    await reader.exposeBinding('xss', ({ page: where }) => void incidents.push(`ran on ${where.url()}`))
    const [name = '', value = ''] = (await signIn({ email: 'reader0@example.org', password: 'long enough 1' })).split('=')
    await reader.addCookies([{ name, value, url: blog.url, httpOnly: true }])
    const where = await reader.newPage()
    for (const slug of slugs) {
      await where.goto(`${blog.url}/post/${slug}`, { waitUntil: 'domcontentloaded' })
      await showComments(where)
      await where.locator('[data-island=comments-section][data-hydrated]').waitFor()
      await where.evaluate(() => scrollTo(0, 0))
      await expectIntact(where)
      // Links must not have a script as their address.
      for (const link of await where.locator('article a', { hasText: 'press' }).all()) {
        const href = await link.getAttribute('href')
        expect(['about:blank', null]).toContain(href?.startsWith('/') || href?.startsWith('http') ? 'about:blank' : href)
      }
    }
    await reader.close()
    expectNoIncidents()
  })

  it('No payload runs in lists, the search or the address of a search', async () => {
    for (const path of ['/', '/search', '/projects']) {
      await visit(page, blog.url + path)
      await expectIntact()
    }
    await inPages(PAYLOADS, async (where, payload, index) => {
      await where.setExtraHTTPHeaders(addressHeader(index))
      const term = encodeURIComponent(payload)
      const address = `${blog.url}/search?searchTerm=${term}&category=${term}`
      // Only some in the browser; the markup below is checked for all.
      if (index % 8 === 0) await visit(where, address).then(() => expectIntact(where))
      const html = await (await fetch(address, { headers: addressHeader(index) })).text()
      expect(html.split(/<\/?script/i)).toHaveLength((html.match(/<script[ >]/gi)?.length ?? 0) * 2 + 1)
      const markup = html.replace(/<script type="application\/(ld\+)?json"[\s\S]*?<\/script>/g, '')
      expect(payload.includes('<') && markup.includes(payload)).toBe(false)
    })
    expectNoIncidents()
  })

  it('No payload runs in the dashboard', async () => {
    const [name = '', value = ''] = cookie.split('=')
    await context.addCookies([{ name, value, url: blog.url, httpOnly: true }])
    for (const tab of ['dash', 'posts', 'users', 'comments']) {
      await page.goto(`${blog.url}/dashboard?tab=${tab}`)
      await page.getByRole('contentinfo').waitFor()
      await expectIntact()
    }
    expectNoIncidents()
  })

  it('No payload runs in drafts, versions or comparisons', async () => {
    const content = `<p>Hostile</p>${PAYLOADS.join('<p>and</p>')}`
    const { body: post } = await send('POST', '/api/post/create', { title: PAYLOADS[0], content })
    await send('PUT', `/api/post/updatepost/${post._id}/${post.userId}`, { title: PAYLOADS[1], content: `<p>Now</p>${content}` })
    const text = { title: (PAYLOADS[2] ?? '').slice(0, 200), category: 'life', image: '', content: `<p>Draft</p>${content}` }
    const draft = { sequence: 0, baseRevision: 2, ...text }
    expect((await send('PUT', `/api/post/draft/${post._id}`, draft)).status).toBe(200)
    await page.goto(`${blog.url}/about`)
    // A draft on the device that no server has sanitized.
    await page.evaluate(plantDraft, [`${post.userId}/${post._id}/`, text] as const)
    await page.goto(`${blog.url}/update-post/${post._id}`)
    await page.getByText('Restored your unsaved text').waitFor()
    await page.getByRole('textbox', { name: 'Body' }).waitFor()
    await page.getByRole('button', { name: 'Show both', exact: true }).first().click()
    await page.getByRole('region', { name: 'Two versions of this post' }).waitFor()
    await expectIntact()
    const { body: versions } = await send('GET', `/api/post/revisions/${post._id}`, undefined)
    await page.goto(`${blog.url}/update-post/${post._id}/versions?version=${versions.revisions.at(-1).id}`)
    await page.getByRole('button', { name: 'Restore this version' }).waitFor()
    await expectIntact()
    expectNoIncidents()
  })

  it('No payload runs as a file name', async () => {
    // All payloads in the editor, with uploads blocked.
    await visit(page, `${blog.url}/create-post`)
    await page.route('**/files', () => {})
    await dropPictures(page, PAYLOADS)
    const labels = () => page.locator('progress').evaluateAll((all) => all.map((progress) => progress.getAttribute('aria-label')))
    await expect.poll(labels).toEqual(PAYLOADS.map((name) => `Uploading ${name}.png`))
    await visit(page, `${blog.url}/create-post`)
    await page.unroute('**/files')
    // Some payloads through the whole upload. store-picture.test.ts tests all names on the server.
    const some = PAYLOADS.filter((_name, index) => index % 8 === 0)
    await dropPictures(page, some)
    // Each picture is stored in all widths, which takes a while on a busy machine.
    await expect.poll(() => storedPictures(page).count()).toBe(some.length)
    const addresses = await storedPictures(page).evaluateAll((all) => all.map((image) => image.getAttribute('src') ?? ''))
    expect(new Set(addresses).size).toBe(some.length)
    for (const address of addresses) expect(address).toMatch(/^\/files\/[\w-]{16}\/\d+-[\w-]+[\w.-]*$/)
    const content = `<p>Some of them</p>${addresses.map((address) => `<img src="${address}">`).join('')}`
    const { body } = await send('POST', '/api/post/create', { title: 'Names of files', content, image: addresses[0] })
    await visit(page, `${blog.url}/post/${body.slug}`)
    await expect.poll(() => page.locator('article picture img, article img').count()).toBeGreaterThanOrEqual(addresses.length)
    await expectIntact()
    expectNoIncidents()
  })

  /** Drops all files at once. */
  const dropPictures = async (where: Page, names: readonly string[]) => {
    const body = where.getByRole('textbox', { name: 'Body' })
    await body.waitFor()
    const dataTransfer = await where.evaluateHandle(async (fileNames) => {
      const canvas = Object.assign(document.createElement('canvas'), { width: 8, height: 8 })
      const picture = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve))
      const transfer = new DataTransfer()
      for (const name of fileNames) transfer.items.add(new File([picture ?? ''], `${name}.png`, { type: 'image/png' }))
      return transfer
    }, names)
    await body.scrollIntoViewIfNeeded()
    const { x = 0, y = 0 } = (await body.boundingBox()) ?? {}
    await body.dispatchEvent('drop', { dataTransfer, clientX: x + 20, clientY: y + 10 })
  }

  it('No payload runs as an address', async () => {
    for (const payload of PAYLOADS.slice(0, 40)) {
      const response = await fetch(`${blog.url}/post/${encodeURIComponent(payload)}`)
      const html = await response.text()
      expect(response.status).toBe(404)
      expect(html).not.toContain(`${payload}</`)
    }
  })
})

/** Runs in the page: writes a draft into IndexedDB. */
async function plantDraft([scope, text]: readonly [string, object]): Promise<void> {
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open('kindred', 1)
    request.addEventListener('upgradeneeded', () => request.result.createObjectStore('post-drafts'))
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('no database')))
  })
  const writer = 'b'.repeat(32)
  const draft = { writer, sequence: 1, baseRevision: 1, savedAt: Date.now() + 60_000, text }
  const store = database.transaction('post-drafts', 'readwrite').objectStore('post-drafts')
  await new Promise((resolve) => store.put(draft, scope + writer).addEventListener('success', resolve))
  database.close()
}
