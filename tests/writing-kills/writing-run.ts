import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { listPosts } from '#posts/contract/posts.endpoints.ts'
import { createRandom, type Random } from '#tests/crash/random.ts'
import { ADMIN } from '#tests/support/accounts.ts'
import { type BlogProcess, startBlogProcess } from '#tests/support/blog/blog-process.ts'
import { type Caller, callAs } from '#tests/support/blog/call-as.ts'
import { findFreePort } from '#tests/support/free-port.ts'
import { bodyEditor, saveStatus } from '#tests/support/browser/post-form-screen.ts'
import { readDrafts } from '#tests/support/writing/read-drafts.ts'
import { TypedPost, withoutBlanks } from './typed-post.ts'

const STEP_MS = 30_000
const ROUND_MS = 150_000
const CLOSE_MS = 5000
const LETTERS = 'abcdefghijklmnopqrstuvwxyz'

export interface KillOptions {
  readonly seed: number
  readonly kills: number
  readonly browser: Browser
  readonly print?: (line: string) => void
}

export interface KillFigures {
  readonly tabKills: number
  readonly serverKills: number
  /** Kills while the page was offline. */
  readonly offline: number
  /** Kills while a post was being published. */
  readonly duringPublishing: number
  readonly characters: number
  readonly posts: number
  /** Updates published just before a kill, for which the form then asked to compare two versions. */
  readonly comparisons: number
  readonly problems: readonly string[]
}

/** Writes posts in a real browser, and kills its tab or the server at random moments. */
export async function runWritingKills(options: KillOptions): Promise<KillFigures> {
  const dataDir = await mkdtemp(join(tmpdir(), 'kindred-writing-'))
  const settings = {
    DATA_DIR: dataDir,
    PORT: String(await findFreePort()),
    LOG_LEVEL: 'error',
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
  }
  const run = new WritingRun(options, settings)
  try {
    return await run.all()
  } finally {
    await run.end()
    await rm(dataDir, { recursive: true, force: true })
  }
}

class WritingRun {
  readonly #options: KillOptions
  readonly #settings: Record<string, string>
  readonly #random: Random
  readonly #posts: TypedPost[] = []
  readonly #problems: string[] = []
  readonly #figures = { tabKills: 0, serverKills: 0, offline: 0, duringPublishing: 0, characters: 0, comparisons: 0 }
  #blog!: BlogProcess
  #admin!: Caller
  #context!: BrowserContext
  #page: Page | null = null
  #post: TypedPost
  /** Current step, for the error when the browser hangs. */
  #doing = ''

  constructor(options: KillOptions, settings: Record<string, string>) {
    this.#options = options
    this.#settings = settings
    this.#random = createRandom(options.seed)
    this.#post = this.#newPost()
  }

  async all(): Promise<KillFigures> {
    this.#blog = await startBlogProcess(this.#settings)
    this.#admin = await callAs(this.#blog.url, ADMIN)
    const { storageState } = this.#admin
    // Playwright waits for ever for the worker of the share sheet, which dies with the tab.
    const options = { storageState, reducedMotion: 'reduce', serviceWorkers: 'block' } as const
    this.#context = await this.#options.browser.newContext({ baseURL: this.#blog.url, ...options })
    this.#context.setDefaultTimeout(STEP_MS)
    for (let kill = 1; kill <= this.#options.kills && this.#problems.length === 0; kill += 1) {
      const what = await Promise.race([this.#round(), sleep(ROUND_MS, null, { ref: false })])
      if (what === null) throw new Error(`The browser hangs while: ${this.#doing}`)
      this.#options.print?.(`kill ${kill}: ${what}, ${this.#post.text.length} characters, ${this.#problems.length} problems`)
    }
    if (this.#problems.length === 0) await this.#finishPost()
    for (const typed of this.#posts) await this.#checkPost(typed)
    const { length: posts } = this.#posts
    return { ...this.#figures, posts, problems: this.#problems }
  }

  async end(): Promise<void> {
    await this.#context?.close()
    await this.#blog?.crash()
  }

  #newPost(): TypedPost {
    const typed = new TypedPost(this.#random.word('post'))
    this.#posts.push(typed)
    return typed
  }

  #plan() {
    const random = this.#random
    const isTabKilled = random.chance(0.6)
    const isOffline = isTabKilled && random.chance(0.4)
    const isPublishing = !isOffline && random.chance(0.4)
    const what = [isTabKilled ? 'tab' : 'server', ...(isOffline ? ['offline'] : []), ...(isPublishing ? ['while publishing'] : [])]
    return { isTabKilled, isOffline, isPublishing, what: what.join(', '), waitMs: random.below(isPublishing ? 250 : 1500) }
  }

  /** Types and kills once. @returns what was killed */
  async #round(): Promise<string> {
    this.#doing = 'opening the form'
    const page = await this.#openForm()
    const { isTabKilled, isOffline, isPublishing, what, waitMs } = this.#plan()
    await this.#context.setOffline(isOffline)
    this.#doing = 'typing'
    await this.#type(page, 5 + this.#random.below(40))
    if (isPublishing) await this.#press(page)
    await sleep(waitMs)
    this.#figures.duringPublishing += Number(isPublishing)
    this.#figures.offline += Number(isOffline)
    this.#doing = `killing: ${what}`
    if (isTabKilled) await this.#killTab(page)
    else await this.#killServer(page, isPublishing)
    if (this.#post.postId !== null && this.#random.chance(0.5)) await this.#finishPost()
    return what
  }

  /** Opens the form of the post, with its title. */
  async #openForm(): Promise<Page> {
    if (this.#page) return this.#page
    const page = await this.#context.newPage()
    this.#page = page
    const { postId, marker } = this.#post
    await page.goto(postId === null ? '/create-post' : `/update-post/${postId}`)
    await bodyEditor(page).waitFor()
    if ((await page.getByLabel('Title').inputValue()) !== marker) await page.getByLabel('Title').fill(marker)
    return page
  }

  /** Closing a tab that navigates may hang. */
  async #closeTab(page: Page): Promise<void> {
    await Promise.race([page.close({ runBeforeUnload: false }), sleep(CLOSE_MS)])
    this.#page = null
  }

  async #type(page: Page, count: number): Promise<void> {
    await bodyEditor(page).focus()
    await page.keyboard.press('Control+End')
    for (let typed = 0; typed < count; typed += 1) {
      const letter = LETTERS[this.#random.below(LETTERS.length)] ?? 'a'
      await page.keyboard.type(letter)
      this.#post.typed(letter)
      this.#figures.characters += 1
      if (this.#random.chance(0.15)) await page.keyboard.type(' ')
      await sleep(this.#random.below(40))
    }
  }

  /** Presses Publish without waiting for the result. */
  async #press(page: Page): Promise<void> {
    await page.getByRole('button', { name: /^(Publish|Update post)$/ }).click({ noWaitAfter: true })
  }

  async #killTab(page: Page): Promise<void> {
    this.#figures.tabKills += 1
    const session = await this.#options.browser.newBrowserCDPSession()
    const { processInfo } = await session.send('SystemInfo.getProcessInfo')
    const crashed = page.waitForEvent('crash', { timeout: CLOSE_MS }).catch(() => {})
    const killedAt = Date.now()
    // Only renderers of this browser, which no other test uses.
    for (const { type, id } of processInfo) if (type === 'renderer') process.kill(id, 'SIGKILL')
    await crashed
    await this.#closeTab(page)
    await this.#context.setOffline(false)
    this.#doing = 'reading what is left'
    await this.#compare(killedAt)
  }

  async #killServer(page: Page, isPublishing: boolean): Promise<void> {
    this.#figures.serverKills += 1
    const killedAt = Date.now()
    await this.#blog.crash()
    // A page that is publishing may be navigating to the post. Without a new character, the form would not know that it is offline.
    if (!isPublishing) await this.#type(page, 1 + this.#random.below(15))
    const isQueued = !isPublishing && this.#random.chance(0.5)
    if (isQueued) await this.#publishWhenOnline(page)
    this.#blog = await startBlogProcess(this.#settings)
    if (isQueued) await this.#expectPublished(page)
    const isStillOpen = await this.#isSaved(page)
    await this.#closeTab(page)
    // If the page is still open, nothing at all may be lost.
    await this.#compare(isStillOpen ? Date.now() + STEP_MS : killedAt)
  }

  /** Waits until all text is on the server. @returns false if the page has left the form */
  async #isSaved(page: Page): Promise<boolean> {
    const isSaved = saveStatus(page)
      .filter({ hasText: /Saved on the server|Nothing/ })
      .waitFor()
      .then(
        () => true,
        () => false,
      )
    const isLeft = page.waitForURL(({ pathname, protocol }) => protocol === 'chrome-error:' || pathname.startsWith('/post/'), {
      waitUntil: 'commit',
    })
    const outcome = await Promise.race([
      isSaved,
      isLeft.then(
        () => false,
        () => null,
      ),
    ])
    if (outcome === null) this.#problems.push(`${this.#post.marker}: the text was not saved after the server came back`)
    return outcome === true
  }

  async #publishWhenOnline(page: Page): Promise<void> {
    await page.getByLabel('Publish when I am back online').check()
  }

  async #expectPublished(page: Page): Promise<void> {
    await page
      .getByRole('link', { name: 'View post' })
      .waitFor()
      .catch(() => this.#problems.push(`${this.#post.marker}: it was not published when the line was back`))
  }

  /** Compares the text that survived with the text that must survive. */
  async #compare(killedAt: number): Promise<void> {
    const typed = this.#post
    await this.#checkPost(typed)
    const page = await this.#openForm()
    const found = withoutBlanks(await bodyEditor(page).innerText())
    const loss = typed.lossOf(found, killedAt)
    if (loss !== null) this.#problems.push(loss)
    typed.continueFrom(found)
  }

  /** Checks that there is at most one post, and that it has the beginning of what was typed. */
  async #checkPost(typed: TypedPost): Promise<void> {
    const { posts } = await this.#admin.api(listPosts, { query: { searchTerm: typed.marker } })
    if (posts.length > 1) this.#problems.push(`${typed.marker}: published ${posts.length} times`)
    const [post] = posts
    if (!post) return
    typed.postId = post._id
    const text = withoutBlanks(post.content.replace(/<[^>]*>/g, ''))
    if (!typed.text.startsWith(text) || text === '') this.#problems.push(`${typed.marker}: '${text}' was published of '${typed.text}'`)
  }

  /** Publishes the post and starts another one. */
  async #finishPost(): Promise<void> {
    this.#doing = 'publishing'
    const page = await this.#openForm()
    if (this.#post.text === '') await this.#type(page, 5)
    await saveStatus(page)
      .filter({ hasText: /Saved on the server|Nothing/ })
      .waitFor()
    await this.#press(page)
    const comparison = page.getByRole('button', { name: 'Keep mine' })
    const isPublished = page.waitForURL('**/post/**')
    const isAsked = comparison.waitFor().then(
      () => true,
      () => false,
    )
    if (await Promise.race([isPublished.then(() => false), isAsked])) {
      this.#figures.comparisons += 1
      await comparison.click()
      await this.#press(page)
    }
    await isPublished
    this.#doing = 'closing the tab'
    await this.#closeTab(page)
    await this.#checkPost(this.#post)
    if (this.#post.postId === null) this.#problems.push(`${this.#post.marker}: it was not published`)
    for (const { id, title, content, sequence } of await readDrafts(this.#admin.api)) {
      this.#problems.push(`${this.#post.marker}: a draft is left: ${id} ${sequence}, ${title}, ${content}`)
    }
    this.#post = this.#newPost()
  }
}
