/**
 * `npm run test:all -- browsers`: runs the most important journeys in Firefox and WebKit on the built blog.
 *
 *     npm run test:all -- browsers [--browser firefox|webkit] [--only 'words of a title']
 *
 * A browser that is not installed is skipped. FIREFOX_PATH names another Firefox.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { pictureFile } from '#tests/support/media/picture-files.ts'
import { noise } from '#tests/support/media/pictures.ts'
import { seedData } from '#tests/support/blog/seed-data.ts'
import { type BrowserOffer, findBrowsers } from './find-browsers.ts'
import { announcementJourneys } from './journeys/announcements.ts'
import { memberJourneys } from './journeys/members.ts'
import { readingJourneys } from './journeys/reading.ts'
import { writingJourneys } from './journeys/writing.ts'
import { type JourneyResult, runJourneys } from './run-journeys.ts'

/** Exit code where both browsers are missing, as in scripts/test-summary.mjs. */
const NOTHING_RAN = 77
const { values } = parseArgs({ options: { browser: { type: 'string', default: '' }, only: { type: 'string', default: '' } } })
const print = (line: string) => process.stdout.write(`${line}\n`)
const allJourneys = [...readingJourneys, ...memberJourneys, ...writingJourneys, ...announcementJourneys]
const journeys = allJourneys.filter(({ title }) => title.includes(values.only))
const offers = findBrowsers().filter(({ name }) => name.toLowerCase().includes(values.browser.toLowerCase()))

const counts = { passed: 0, failed: 0, skipped: 0 }
const skips: string[] = []
const folder = await mkdtemp(join(tmpdir(), 'kindred-browsers-'))
const seededData = join(folder, 'data')
const picture = join(folder, 'heart.png')
const days = [1, 2, 3, 4, 5].map((day) => join(folder, `day-${day}.png`))
let screenshots: string | undefined

// On a signal, waiting steps fail at once and every started process is stopped.
const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort())

async function saveScreenshot(png: Uint8Array): Promise<string> {
  screenshots ??= await mkdtemp(join(tmpdir(), 'kindred-screenshots-'))
  const path = join(screenshots, `${counts.failed + 1}.png`)
  await writeFile(path, png)
  return path
}

function report(browser: string, { title, seconds, problem }: JourneyResult): void {
  counts[problem === undefined ? 'passed' : 'failed'] += 1
  print(`${problem === undefined ? '✓' : '✗'} ${browser}: ${title} (${seconds.toFixed(1)} s)`)
  if (problem !== undefined) print(problem.replace(/^/gm, '    '))
}

async function runIn({ name, start }: BrowserOffer): Promise<void> {
  if (typeof start !== 'function') {
    for (const { title } of journeys) print(`- ${name}: ${title} (skipped)`)
    counts.skipped += journeys.length
    skips.push(`Skipped ${journeys.length} journeys in ${name}: ${start.why}. To run them: ${start.install}`)
    return
  }
  const browser = await start()
  print(browser.title)
  try {
    const { signal } = stopping
    const onResult = (result: JourneyResult) => report(name, result)
    await runJourneys(browser, journeys, { seededData, picture, days, saveScreenshot, signal, onResult })
  } finally {
    await browser.close()
  }
}

try {
  await seedData(seededData)
  await writeFile(picture, (await pictureFile()).buffer)
  for (const day of days) await noise(400, 300).png().toFile(day)
  for (const offer of offers) {
    if (stopping.signal.aborted || journeys.length === 0) break
    await runIn(offer).catch((error: Error) =>
      report(offer.name, { title: 'the browser and the blog start', seconds: 0, problem: error.message }),
    )
  }
} finally {
  await rm(folder, { recursive: true, force: true })
}
if (offers.length * journeys.length === 0) {
  print('No browser or no journey has this name.')
  counts.failed += 1
}
for (const skip of skips) print(skip)
print(`${counts.passed} passed, ${counts.failed} failed${counts.skipped > 0 ? `, ${counts.skipped} skipped` : ''}`)
process.exitCode = counts.failed > 0 || stopping.signal.aborted ? 1 : counts.passed > 0 ? 0 : NOTHING_RAN
