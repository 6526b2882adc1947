import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { updateRole } from '#accounts/contract/users.endpoints.ts'
import { FILE_TYPES } from '#media/contract/file-address.ts'
import { OFFICE, powerPoint, xml } from '#tests/cases/planted/office-files.ts'
import { ADMIN, OTHER_READER, READER } from '#tests/support/accounts.ts'
import { findAxeProblems } from '#tests/support/browser/check-page.ts'
import { chooseFiles, mediaCards } from '#tests/support/browser/editor-files.ts'
import { useJourneys } from '#tests/support/browser/journey.ts'
import { bodyEditor, deleteDrafts, openOptions, saveStatus } from '#tests/support/browser/post-form-screen.ts'
import { mediaFixture, SMALL_FILES } from '#tests/support/media/small-files.ts'
import { expectAddress, expectCount, expectText } from '#tests/support/browser/visit.ts'

const journeys = useJourneys()
beforeEach(async () => deleteDrafts((await journeys.callAs(ADMIN)).api))

// The packaged browser decodes no H.264.
const VIDEO = { name: 'First steps.webm', mimeType: 'video/webm', buffer: mediaFixture('webm') }
const VOICE = { name: 'First word.ogg', mimeType: 'audio/ogg', buffer: mediaFixture('ogg') }
const PLAN = { name: 'Discharge plan.pdf', mimeType: 'application/pdf', buffer: SMALL_FILES['pdf'] ?? Buffer.alloc(0) }
const CAPTIONS = {
  name: 'words.vtt',
  mimeType: 'text/vtt',
  buffer: Buffer.from('WEBVTT\n\n00:00.000 --> 00:03.000\nLook, she walks!\n'),
}
/** A video with a codec that no browser plays, and without ffmpeg. */
const OLD_VIDEO = { name: 'Old.avi', mimeType: 'video/x-msvideo', buffer: Buffer.from('RIFF\0\0\0\0AVI LIST'.padEnd(600, '\0')) }

async function openForm(on: 'phone' | 'desktop' = 'phone') {
  const visit = await journeys.visit({ as: ADMIN, on })
  const requested: string[] = []
  visit.page.on('request', (request) => requested.push(request.url()))
  await visit.open('/create-post')
  await bodyEditor(visit.page).waitFor()
  return { ...visit, requested }
}

async function chooseCaptions(page: Page, file: typeof CAPTIONS) {
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: /^(Add|Change the) captions/ }).click()
  await (await choosing).setFiles(file)
}

/** Each file is cleaned in a process of its own, which takes seconds on a busy machine. */
const waitUntilStored = (page: Page) => expect.poll(() => bodyEditor(page).getByRole('progressbar').count()).toBe(0)

describe('Videos, audio and documents in the editor', () => {
  it('A video with poster and captions, a recording and a document are published for the family, who sees them, and nobody else', async () => {
    const { page, requested } = await openForm()
    await page.getByLabel('Title').fill('First steps')
    await chooseFiles(page, [VIDEO, VOICE, PLAN])
    await expectCount(mediaCards(page), 3)
    await waitUntilStored(page)
    await mediaCards(page).nth(2).getByText('PDF, 1 KB, 1 page').waitFor()

    const card = mediaCards(page).first()
    await card.getByRole('button', { name: /^First-steps/ }).click()
    await card.getByLabel('Description').fill('She walks to the window')
    await card.locator('video').evaluate(async (player) => {
      const video = player as HTMLVideoElement
      if (video.readyState < 2) await new Promise((resolve) => video.addEventListener('loadeddata', resolve, { once: true }))
    })
    await card.getByRole('button', { name: 'Use this moment as the poster' }).click()
    await card.getByRole('img', { name: 'The poster' }).waitFor()
    await chooseCaptions(page, CAPTIONS)
    await card.getByRole('button', { name: 'Change the captions' }).waitFor()
    const voice = mediaCards(page).nth(1)
    await voice.getByRole('button', { name: /^First-word/ }).click()
    await voice.getByRole('button', { name: 'Write down what is said' }).click()
    await page.keyboard.type('Mama.')
    expect(await findAxeProblems(page)).toEqual([])
    await waitUntilStored(page)
    await openOptions(page)
    await page.getByLabel('Who can read it').selectOption('Family')
    await expectText(saveStatus(page), 'Saved on the server')
    await page.getByRole('button', { name: 'Publish' }).click()
    await expectAddress(page, '/post/first-steps')

    const reader = await journeys.callAs(READER)
    await (await journeys.callAs(ADMIN)).api(updateRole, { params: { userId: reader.id }, body: { role: 'family' } })
    const grandmother = await journeys.visit({ as: READER, on: 'phone' })
    await grandmother.open('/post/first-steps')
    const article = grandmother.page.getByRole('article').first()
    const player = article.getByLabel('She walks to the window')
    const played = await player.evaluate(async (element) => {
      const video = element as HTMLVideoElement
      video.muted = true
      await video.play()
      return { width: video.videoWidth, poster: video.poster !== '', tracks: video.textTracks.length, error: video.error }
    })
    expect(played).toEqual({ width: 64, poster: true, tracks: 1, error: null })
    await article.getByText('Transcript').click()
    await article.getByText('Mama.').waitFor()
    await article.getByRole('link', { name: /Discharge plan.pdf PDF, 1 KB, 1 page/ }).waitFor()
    expect(await findAxeProblems(grandmother.page)).toEqual([])

    const addresses = await article.evaluate((element) =>
      [...element.querySelectorAll<HTMLElement>('video, audio, track, a.document-card')].flatMap((each) => [
        each.getAttribute('src') ?? each.getAttribute('href') ?? '',
        each.getAttribute('poster') ?? '',
      ]),
    )
    const files = addresses.filter((address) => address.startsWith('/files/'))
    expect(files).toHaveLength(5)
    const other = await journeys.visit({ as: OTHER_READER })
    const visitor = await journeys.visit()
    for (const file of files) {
      for (const { context } of [other, visitor])
        expect((await context.request.get(new URL(file, journeys.blog.url).href)).status()).toBe(404)
    }
    expect(requested.some((address) => /video-worker/.test(address))).toBe(true)
  })

  it('What a document still holds is said beside it, also after a reload', async () => {
    const { page } = await openForm()
    const buffer = powerPoint({
      related: { '../notes.xml': `${OFFICE}/notesSlide` },
      parts: { 'ppt/notes.xml': xml('p:notes', '<a:p><a:r><a:t>Louder</a:t></a:r></a:p>') },
    })
    await chooseFiles(page, [{ name: 'Talk.pptx', mimeType: FILE_TYPES.pptx.type, buffer }])
    const words = mediaCards(page).getByText('Whoever opens this file also finds: the notes of its slides.')
    await words.waitFor()
    await expectText(saveStatus(page), 'Saved on the server')
    await page.reload()
    await words.waitFor()
    expect(await findAxeProblems(page)).toEqual([])
  })

  it('Captions are changed and removed; a file that is none says what to choose, and what was there stays', async () => {
    const { page } = await openForm()
    await chooseFiles(page, [VIDEO])
    await waitUntilStored(page)
    const card = mediaCards(page).first()
    const tracks = () => card.locator('track').evaluateAll((all) => all.map((track) => track.getAttribute('src')))
    await card.getByRole('button', { name: /^First-steps/ }).click()
    await chooseCaptions(page, CAPTIONS)
    await expect.poll(tracks).toHaveLength(1)
    const [first] = await tracks()
    for (const [wrong, reason] of [
      [{ ...CAPTIONS, name: 'words.srt' }, /whose name ends in .vtt/],
      [{ ...CAPTIONS, buffer: Buffer.from('1 Look') }, /not what its ending says \(.vtt\)/],
    ] as const) {
      await chooseCaptions(page, wrong)
      await card.getByText(reason).waitFor()
      expect(await tracks()).toEqual([first])
      await card.getByRole('button', { name: `Remove ${wrong.name}` }).click()
    }
    await chooseCaptions(page, { ...CAPTIONS, buffer: Buffer.from(`${CAPTIONS.buffer.toString()}\n00:04.000 --> 00:05.000\nAgain!\n`) })
    await expect.poll(async () => (await tracks())[0]).not.toBe(first)
    await card.getByRole('button', { name: 'Remove the captions' }).click()
    await expect.poll(tracks).toEqual([])
    await card.getByRole('button', { name: 'Add captions' }).waitFor()
  })

  it('The script that makes videos smaller is loaded with the first video, not before', async () => {
    const { page, requested } = await openForm('desktop')
    await chooseFiles(page, [VOICE, PLAN])
    await expectCount(mediaCards(page), 2)
    await waitUntilStored(page)
    expect(requested.filter((address) => /convert-video|video-worker|mediabunny/.test(address))).toEqual([])
  })

  it('What the blog cannot take says what to do, and can be removed', async () => {
    const { page } = await openForm()
    await chooseFiles(page, [OLD_VIDEO, { name: 'page.html', mimeType: 'text/html', buffer: Buffer.from('<p>x</p>') }])
    await mediaCards(page)
      .getByText(/Please send it as MP4 or MP3/)
      .waitFor()
    await mediaCards(page)
      .getByText(/The blog takes photos, films, sound, and papers/)
      .waitFor()
    await expectCount(mediaCards(page).locator('video'), 0)
    expect(await findAxeProblems(page)).toEqual([])
    await mediaCards(page).first().getByRole('button', { name: 'Remove' }).click()
    await mediaCards(page).first().getByRole('button', { name: 'Remove' }).click()
    await expectCount(mediaCards(page), 0)
  })
})
