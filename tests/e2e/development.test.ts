import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ADMIN } from '#tests/support/accounts.ts'
import { type BlogProcess, startBlogProcess } from '#tests/support/blog/blog-process.ts'
import { callAs } from '#tests/support/blog/call-as.ts'
import { launchChromium } from '#tests/support/browser/chromium.ts'
import { COMPONENTS_PATH } from '#tests/support/browser/components-page.ts'
import { chooseFiles, storedPictures } from '#tests/support/browser/editor-files.ts'
import { pictureFile } from '#tests/support/media/picture-files.ts'
import { bodyEditor } from '#tests/support/browser/post-form-screen.ts'
import { expectCount } from '#tests/support/browser/visit.ts'

/** Vite compiles each file when it is first asked for. */
const FIRST_PAGE_MS = 300_000

let blog: BlogProcess
let browser: Browser
beforeAll(async () => {
  const settings = { NODE_ENV: 'development', ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password, OIDC_CLIENT_ID: '' }
  ;[blog, browser] = await Promise.all([startBlogProcess(settings, { script: 'scripts/dev.mjs' }), launchChromium()])
}, FIRST_PAGE_MS)
afterAll(async () => {
  await browser?.close()
  await blog?.stop()
})

it(
  'Pictures in a body are uploaded under `npm run dev`, where React runs each effect twice',
  async () => {
    const { storageState } = await callAs(blog.url, ADMIN)
    const page = await (await browser.newContext({ baseURL: blog.url, storageState })).newPage()
    page.setDefaultTimeout(FIRST_PAGE_MS)
    await page.goto('/create-post')
    await bodyEditor(page).waitFor()
    await chooseFiles(page, [await pictureFile()])
    await expectCount(storedPictures(page), 1)
    expect(blog.output()).not.toContain('"level":50')
  },
  2 * FIRST_PAGE_MS,
)

it('`npm run dev` serves the page of all components', async () => {
  const response = await fetch(`${blog.url}${COMPONENTS_PATH}`)
  expect(response.status).toBe(200)
  expect(await response.text()).toContain('/tests/components/components.tsx')
})
