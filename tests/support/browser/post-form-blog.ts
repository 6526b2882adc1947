import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { type BlogProcess, startBlogProcess } from '#tests/support/blog/blog-process.ts'
import { findFreePort } from '#tests/support/free-port.ts'
import { openBrowser } from './journey.ts'
import type { PickedFile } from '#tests/support/media/picture-files.ts'
import { bodyEditor, openOptions } from './post-form-screen.ts'

const ADMIN = { email: 'admin@example.org', password: 'correct horse battery staple' }

/** An empty blog whose admin is signed in. `context` and `page` are new in each test. */
export interface PostFormBlog {
  readonly url: string
  readonly dataDir: string
  readonly browser: Browser
  readonly context: BrowserContext
  readonly page: Page
  /** Kills the server and starts it again at the same address. */
  readonly crashAndRestart: () => Promise<void>
  readonly openForm: () => Promise<void>
  readonly chooseCover: (file: PickedFile) => Promise<void>
  readonly coverPreview: () => Locator
}

/** Starts one blog process for the file. The result is usable once the tests run. */
export function usePostFormBlog(): PostFormBlog {
  let settings: Record<string, string>
  let dataDir: string | undefined
  let blog: BlogProcess | undefined
  let browser: Browser
  let context: BrowserContext
  let page: Page

  const running = (): BlogProcess => {
    if (!blog) throw new Error('The blog exists only while tests run.')
    return blog
  }
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'kindred-post-form-'))
    settings = { DATA_DIR: dataDir, PORT: String(await findFreePort()), ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password }
    ;[blog, browser] = await Promise.all([startBlogProcess(settings), openBrowser()])
  })
  afterAll(async () => {
    await blog?.stop()
    if (dataDir !== undefined) await rm(dataDir, { recursive: true, force: true })
  })
  beforeEach(async () => {
    context = await browser.newContext()
    page = await context.newPage()
    await page.request.post(`${running().url}/api/auth/signin`, { data: ADMIN, failOnStatusCode: true })
  })
  afterEach(() => context.close())

  return {
    get url() {
      return running().url
    },
    get dataDir() {
      return running().dataDir
    },
    get browser() {
      return browser
    },
    get context() {
      return context
    },
    get page() {
      return page
    },
    async crashAndRestart() {
      await running().crash()
      blog = await startBlogProcess(settings)
    },
    async openForm() {
      await page.goto(`${running().url}/create-post`)
      await bodyEditor(page).waitFor()
    },
    async chooseCover(file) {
      await openOptions(page)
      await page.getByLabel('Cover image').setInputFiles(file)
      await page.getByRole('button', { name: 'Upload Image' }).click()
    },
    coverPreview: () => page.getByAltText('The cover as it will be seen'),
  }
}
