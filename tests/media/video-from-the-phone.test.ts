import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ADMIN } from '#tests/support/accounts.ts'
import { missingBackForwardCache } from '#tests/support/browser/chromium.ts'
import { chooseFiles, mediaCards } from '#tests/support/browser/editor-files.ts'
import { useJourneys } from '#tests/support/browser/journey.ts'
import { holdsSecret, SECRETS } from '#tests/cases/planted/secrets.ts'
import { bodyEditor } from '#tests/support/browser/post-form-screen.ts'
import { unlessMissing } from '#tests/support/requirement.ts'
import { expectAddress } from '#tests/support/browser/visit.ts'
import { makeVideo, missingFfmpeg } from './large-video.ts'
import { PLAYERS, playIn } from './players.ts'

const SECONDS = 8
const PATIENCE_MS = 240_000

describe('A video from the phone', unlessMissing(missingFfmpeg ?? missingBackForwardCache()), () => {
  const journeys = useJourneys()
  let folder = ''
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kindred-video-'))
    const tags = ['location', 'title', 'comment'].flatMap((tag) => ['-metadata', `${tag}=${SECRETS.owner}`])
    await makeVideo(join(folder, 'First steps.mp4'), { seconds: SECONDS, noise: 6 }, ...tags)
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  interface Probed {
    readonly format: { readonly duration: string }
    readonly streams: readonly { readonly codec_name: string; readonly width?: number; readonly height?: number }[]
  }
  const probe = (path: string) =>
    JSON.parse(
      execFileSync('/usr/bin/ffprobe', ['-v', 'error', '-of', 'json', '-show_streams', '-show_format', path], { encoding: 'utf8' }),
    ) as Probed

  it('is made smaller by the browser, published by touch, and has its sound, its length and no tag', async () => {
    // The packaged browser has no codecs.
    const { page, open } = await journeys.visit({ as: ADMIN, on: 'phone', withBackForwardCache: true })
    const video = join(folder, 'First steps.mp4')
    await open('/create-post')
    await bodyEditor(page).waitFor()
    await page.getByLabel('Title').fill('The video of the phone')
    await chooseFiles(page, [video])
    await mediaCards(page).first().waitFor()
    await expect.poll(() => bodyEditor(page).locator('video').first().getAttribute('src'), { timeout: PATIENCE_MS }).toMatch(/^\/files\//)
    await page.getByRole('button', { name: 'Publish', exact: true }).tap()
    await expectAddress(page, '/post/the-video-of-the-phone')
    const address = (await page.locator('article video').first().getAttribute('src')) ?? ''
    const bytes = Buffer.from(await (await fetch(journeys.blog.url + address)).arrayBuffer())
    const stored = join(folder, 'stored.mp4')
    await writeFile(stored, bytes)
    const [before, after] = [probe(video), probe(stored)]
    const sent = (await stat(video)).size
    process.stdout.write(
      `${(sent / 1e6).toFixed(1)} MB became ${(bytes.length / 1e6).toFixed(1)} MB: ${JSON.stringify(after.streams.map((each) => each.codec_name))}\n`,
    )
    expect(holdsSecret(await readFile(video), SECRETS.owner)).toBe(true)
    expect(holdsSecret(bytes, SECRETS.owner)).toBe(false)
    expect(bytes.length).toBeLessThan(sent / 2)
    expect(after.streams.map((each) => each.codec_name).toSorted()).toEqual(['aac', 'h264'])
    expect(after.streams.find((each) => each.codec_name === 'h264')).toMatchObject({ width: 1280, height: 720 })
    expect(Math.abs(Number(after.format.duration) - Number(before.format.duration))).toBeLessThanOrEqual(0.05)
  })

  it.each(PLAYERS)('plays in $name', async ({ name, missing, start }) => {
    if (missing !== null) return void process.stdout.write(`${name}: ${missing.why}; ${missing.install}\n`)
    const browser = await start()
    try {
      const played = await playIn(browser, `${journeys.blog.url}/post/the-video-of-the-phone`)
      process.stdout.write(`${browser.title}: ${JSON.stringify(played)}\n`)
      expect(played).toMatchObject({ width: 1280, height: 720, plays: true, playsFromMiddle: true, error: null })
    } finally {
      await browser.close()
    }
  })
})
