import { globSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createComment } from '#comments/contract/comments.endpoints.ts'
import { createPost, updatePost } from '#writing/contract/edit-posts.endpoints.ts'
import { updateOwnMails } from '#newsletter/contract/newsletter.endpoints.ts'
import { listRevisions } from '#writing/contract/writing.endpoints.ts'
import { islandName } from '#pages/islands/islands.ts'
import { ADMIN, OTHER_READER, READER } from '#tests/support/accounts.ts'
import { commentBox, commentItem, commentsOf, showComments } from '#tests/support/browser/comments-screen.ts'
import { startBlogProcess } from '#tests/support/blog/blog-process.ts'
import { useJourneys, visitBlog, type VisitOptions } from '#tests/support/browser/journey.ts'
import { expectAlive, translatePages } from '#tests/support/browser/translating-browser.ts'
import { expectCount, expectText, type Visit } from '#tests/support/browser/visit.ts'

const journeys = useJourneys({ SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'blog@example.org' })

const visitTranslated = async (options: VisitOptions = {}): Promise<Visit> => {
  const visit = await journeys.visit(options)
  await translatePages(visit.page)
  return visit
}

let count = 0
const makePost = async () => {
  count += 1
  const { api, id } = await journeys.callAs(ADMIN)
  const post = await api(createPost, { body: { title: `Translated ${count}`, content: '<p>Say something.</p>' } })
  return { ...post, path: `/post/${post.slug}`, adminId: id }
}

const BUSY = 'The blog is busy right now. Please try again in a moment.'

/** Fails every call that changes something. */
const failWrites = (page: Page) =>
  page.route('**/{api,files}/**', (route) =>
    route.request().method() === 'GET'
      ? route.fallback()
      : route.fulfill({ status: 503, json: { success: false, statusCode: 503, code: 'unavailable', message: BUSY } }),
  )

type Handles = Awaited<ReturnType<ReturnType<Page['locator']>['elementHandles']>>

/** Forms that are sent to a page of their own. */
const leavesPage = (button: Handles[number]) => button.evaluate((element) => (element as HTMLButtonElement).form?.method === 'get')
/** What leaves the page, or asks for something outside of it. */
const LEAVES = /sign out|download|print|record|preview|save the sheet/i

const press = async (page: Page, button: Handles[number]) => {
  if (!(await button.isVisible().catch(() => false))) return
  await button.evaluate((element) => (element as HTMLElement).click())
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))))
  await expectCount(page.locator('main [aria-busy=true]'), 0)
}

/** Presses each button of another name twice, and in each dialog that opens the one that confirms. */
const pressAll = async (page: Page) => {
  const seen = new Set<string>()
  for (const button of await page.locator('main button, main summary').elementHandles()) {
    const name = (await button.evaluate((element) => element.textContent)) ?? ''
    if (seen.has(name) || LEAVES.test(name) || (await leavesPage(button))) continue
    seen.add(name)
    for (let round = 0; round < 2; round += 1) {
      await press(page, button)
      const dialog = page.locator('dialog[open]')
      if ((await dialog.count()) > 0) {
        for (const inner of await dialog.locator('button').elementHandles()) {
          if (/cancel|close|no,/i.test((await inner.evaluate((element) => element.textContent)) ?? '')) continue
          await press(page, inner)
          await press(page, inner)
        }
        await page.keyboard.press('Escape')
        await page.keyboard.press('Escape')
      }
      await expectAlive(page)
    }
  }
}

/** Problems that follow from calls that fail. */
const allowFailures = ({ problems, expectProblem }: Visit, pattern: RegExp) => {
  if (problems().some((problem) => pattern.test(problem))) expectProblem(pattern)
}

const explore = async (visit: Visit, path: string) => {
  await failWrites(visit.page)
  await visit.open(path)
  await pressAll(visit.page)
  allowFailures(visit, /status of 503/)
}

/** Sends a form of an island twice; each time the page says why it was refused. */
const sendTwice = async (visit: Visit, path: string, fill: (page: Page) => Promise<void> = async () => {}) => {
  const { page, open } = visit
  await open(path)
  await fill(page)
  for (let round = 0; round < 2; round += 1) {
    await page.locator('main form button[type=submit]').first().click()
    await expectCount(page.locator('main [aria-busy=true]'), 0)
    await page.locator('main :is([role=alert], [id$=-error]):not(:empty)').first().waitFor()
  }
  await expectAlive(page)
  allowFailures(visit, /status of 4\d\d/)
}

const ISLANDS: Readonly<Record<string, () => Promise<void>>> = {
  'comments-section': async () => {
    const { path, _id } = await makePost()
    const { api } = await journeys.callAs(OTHER_READER)
    await api(createComment, { body: { content: 'A kind word', postId: _id } })
    const visit = await visitTranslated({ as: READER })
    const { page, open } = visit
    await open(path)
    await showComments(page)
    const like = commentItem(page, 'A kind word').getByRole('button', { name: /^Like/ })
    for (const likes of ['1 like', '', '1 like']) {
      // A tap while the one before is on its way means the same.
      const saved = page.waitForResponse(/likecomment/i)
      await like.click()
      await expectText(like, likes)
      await saved
    }
    for (const text of ['Good morning', 'Good night']) {
      await commentBox(page).fill(text)
      await commentsOf(page)
        .getByText(`${250 - text.length} characters remaining`)
        .waitFor()
      await commentsOf(page).getByRole('button', { name: 'Submit' }).click()
      await commentItem(page, text).waitFor()
    }
    await expectText(commentsOf(page).getByRole('heading', { level: 2 }), /3$/)
    await failWrites(page)
    await pressAll(page)
    allowFailures(visit, /status of 503/)
  },
  'sign-in-form': async () => {
    const visit = await visitTranslated()
    const { page } = visit
    await sendTwice(visit, '/sign-in', async () => {
      await page.getByLabel('Email').fill(READER.email)
      await page.getByLabel('Password', { exact: true }).fill('not the password')
    })
    await page.getByRole('button', { name: 'Show' }).click()
    await page.getByRole('button', { name: 'Hide' }).waitFor()
    await page.getByLabel('Password', { exact: true }).fill(READER.password)
    await page.getByRole('button', { name: 'Sign In' }).click()
    await page.waitForURL('**/')
  },
  'sign-up-form': async () => sendTwice(await visitTranslated(), '/sign-up'),
  'verify-email-form': async () => sendTwice(await visitTranslated(), `/verify-email#token=${'A'.repeat(43)}`),
  'follow-confirm-form': async () => sendTwice(await visitTranslated(), `/follow/confirm#token=${'A'.repeat(43)}`),
  'invitation-card': async () => {
    const visit = await visitTranslated()
    await visit.open(`/invitation#${'A'.repeat(43)}`)
    await visit.page.getByText('not one of our invitations').waitFor()
    await expectAlive(visit.page)
    allowFailures(visit, /status of 4\d\d/)
  },
  'search-results': async () => {
    const { page, open } = await visitTranslated()
    await open('/search')
    for (const shown of [18, 27]) {
      await page.getByRole('button', { name: 'Show More' }).click()
      await expectCount(page.getByRole('main').getByRole('article'), shown)
      await expectText(page.getByRole('main').getByRole('status'), new RegExp(`, ${shown} posts shown`))
    }
    await expectAlive(page)
  },
  'send-link': async () => {
    const { path } = await makePost()
    const { page, open } = await visitTranslated({ as: ADMIN })
    await open(path)
    const island = page.locator('[data-island=send-link][data-hydrated]')
    for (const _ of ['once', 'again']) {
      await island.getByRole('button').click()
      await expectText(island.getByRole('status'), /^(Copied\.|Please copy the link by hand\.)$/)
    }
    await expectAlive(page)
  },
  'mail-status': async () => {
    const reader = await journeys.callAs(READER)
    await reader.api(updateOwnMails, { body: { posts: 'at_once', replies: true } })
    const { path } = await makePost()
    const { page, open } = await visitTranslated({ as: ADMIN })
    await open(path)
    const island = page.locator('[data-island=mail-status][data-hydrated]')
    await island.getByRole('button').click()
    await expectCount(island.getByRole('button'), 0)
    await expectText(island.getByRole('status'), 'Not mailed')
    await expectAlive(page)
  },
  'create-post': async () => explore(await visitTranslated({ as: ADMIN }), '/create-post'),
  'update-post': async () => explore(await visitTranslated({ as: ADMIN }), `/update-post/${(await makePost())._id}`),
  'post-versions': async () => {
    const { _id, adminId } = await makePost()
    const { api } = await journeys.callAs(ADMIN)
    await api(updatePost, { params: { postId: _id, userId: adminId }, body: { content: '<p>Say more.</p>' } })
    const { revisions } = await api(listRevisions, { params: { postId: _id }, query: {} })
    const visit = await visitTranslated({ as: ADMIN })
    await explore(visit, `/update-post/${_id}/versions`)
    await explore(visit, `/update-post/${_id}/versions?version=${revisions.at(-1)!.id}`)
  },
  'set-up': async () => {
    const blog = await startBlogProcess({})
    onTestFinished(() => blog.stop())
    const readKey = () => /\/setup(#[\w-]{43})/.exec(blog.output())?.[1]
    await expect.poll(readKey).toBeDefined()
    const visit = await visitBlog(blog)
    await translatePages(visit.page)
    await sendTwice(visit, `/setup${readKey()}`)
  },
  // Its tabs: tests/e2e/second-steps.test.ts.
  dashboard: async () => {
    const { page, open } = await visitTranslated({ as: READER })
    await open('/dashboard?tab=profile')
    for (const name of ['Ines of the hill', 'Ines']) {
      await page.getByLabel('Display name').fill(name)
      await page.getByRole('button', { name: 'Update' }).click()
      await expectCount(page.locator('main [aria-busy=true]'), 0)
      await page.locator('main [role=status]:not(:empty)').first().waitFor()
    }
    await expectAlive(page)
  },
}

describe('Translated by the browser', () => {
  it('Each island has a journey', () => {
    expect(Object.keys(ISLANDS).toSorted()).toEqual(globSync('src/**/*.island.tsx').map(islandName).toSorted())
  })

  it.each(Object.keys(ISLANDS))('the island %s works', async (name) => {
    await expect(ISLANDS[name]!()).resolves.toBeUndefined()
  })
})
