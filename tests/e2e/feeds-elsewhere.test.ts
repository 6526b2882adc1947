import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { createPost } from '#writing/contract/edit-posts.endpoints.ts'
import { ADMIN } from '#tests/support/accounts.ts'
import { openBrowser, useJourneys } from '#tests/support/browser/journey.ts'
import { mediaFixture } from '#tests/support/media/small-files.ts'
import { sendMedia } from '#tests/support/media/tus.ts'
import { sendAs, uploadAs } from '#tests/support/media/upload-as.ts'
import { STEP_TIMEOUT_MS } from '#tests/support/browser/visit.ts'

const journeys = useJourneys()

/** Another site, such as a feed reader: its page is what was shown last. */
let shown = ''
const site = createServer((_, response) => response.setHeader('content-type', 'text/html; charset=utf-8').end(shown))
beforeAll(() => new Promise<void>((resolve) => void site.listen(0, '127.0.0.1', resolve)))
afterAll(() => void site.close())

/** Publishes a post with a picture, a video and an audio file. @returns their paths, and that of the post */
async function publish(audience: 'public' | 'family', width: number) {
  const caller = await journeys.callAs(ADMIN)
  const client = { send: sendAs(caller) }
  const [picture = ''] = await uploadAs(caller, [[width, 200]])
  const video = await sendMedia(client, `${audience}.webm`, mediaFixture('webm'))
  const audio = await sendMedia(client, `${audience}.ogg`, mediaFixture('ogg'))
  const content = `<p>Look.</p><p><img src="${picture}" alt="A photo"></p><figure><video src="${video.url}" controls></video></figure><figure><audio src="${audio.url}" controls></audio></figure>`
  await caller.api(createPost, { body: { title: `For ${audience}`, content, audience } })
  return { picture, video: video.url, audio: audio.url }
}

/** Shows media on the other site. @returns what could be shown, by name */
async function show(page: Page, host: string, media: Readonly<Record<string, string>>): Promise<Record<string, boolean>> {
  const tagOf = (url: string) => (/\.(?:webm)$/.test(url) ? 'video' : /\.(?:ogg)$/.test(url) ? 'audio' : 'img')
  shown = Object.entries(media)
    .map(([name, path]) => `<${tagOf(path)} id="${name}" src="${journeys.blog.url}${path}"></${tagOf(path)}>`)
    .join('')
  await page.goto(`http://${host}:${(site.address() as AddressInfo).port}/`)
  const isShown = (name: string) =>
    page.locator(`#${name}`).evaluate(async (element) => {
      const isPicture = element instanceof HTMLImageElement
      const player = element as HTMLMediaElement
      const isThere = () => (isPicture ? element.complete && element.naturalWidth > 0 : player.readyState > 0)
      const hasFailed = () => (isPicture ? element.complete : player.error !== null)
      while (!isThere() && !hasFailed()) await new Promise((resolve) => requestAnimationFrame(resolve))
      return isThere()
    })
  return Object.fromEntries(await Promise.all(Object.keys(media).map(async (name) => [name, await isShown(name)] as const)))
}

it('Another site shows the pictures, videos and audio files of a feed, and none of the family, although its reader is signed in', async () => {
  const [open, hidden] = [await publish('public', 300), await publish('family', 310)]
  const feed = await (await fetch(`${journeys.blog.url}/feed.xml`)).text()
  for (const path of Object.values(open)) expect(feed).toContain(path.replace(/\.\w+$/, ''))
  for (const path of Object.values(hidden)) expect(feed).not.toContain(path.replace(/\.\w+$/, ''))

  const browser = await openBrowser()
  const { cookies } = (await journeys.callAs(ADMIN)).storageState
  const context = await browser.newContext({ storageState: { cookies, origins: [] } })
  context.setDefaultTimeout(STEP_TIMEOUT_MS)
  onTestFinished(() => context.close())
  const page = await context.newPage()
  const drawing = '/drawings/cover/window.svg'
  const icon = '/favicon.svg'
  // Another port of the host gets the cookies of the blog, another name does not.
  for (const host of ['127.0.0.1', 'localhost']) {
    expect(await show(page, host, { ...open, drawing, icon }), host).toEqual({
      picture: true,
      video: true,
      audio: true,
      drawing: true,
      icon: true,
    })
    expect(await show(page, host, hidden), host).toEqual({ picture: false, video: false, audio: false })
  }
  expect((await context.request.get(journeys.blog.url + hidden.picture)).status()).toBe(200)
})
