import assert from 'node:assert/strict'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Account } from '#tests/support/accounts.ts'
import { startBlogProcess } from '#tests/support/blog/blog-process.ts'
import { type Caller, callAs } from '#tests/support/blog/call-as.ts'
import { startFaultyProxy } from '#tests/support/blog/faulty-proxy.ts'
import type { DrivenBrowser, DrivenWindow } from './driver.ts'
import type { Journey, Visit } from './journey.ts'
import { COLLECT_PROBLEMS } from './in-page.ts'
import { createPage } from './page.ts'

const DESK = { width: 1280, height: 900 }

export interface JourneyResult {
  readonly title: string
  readonly seconds: number
  /** Undefined if the journey passed. */
  readonly problem?: string
}

interface Surroundings extends Pick<Visit, 'picture' | 'days'> {
  /** Data folder with samples; the run uses a copy. */
  readonly seededData: string
  /** Saves the window of a failed journey. @returns the path */
  readonly saveScreenshot: (png: Uint8Array) => Promise<string>
  /** Aborted when the run is to end early. */
  readonly signal: AbortSignal
  readonly onResult: (result: JourneyResult) => void
}

/** Runs journeys in sequence in one browser and on one blog, each in a new window. */
export async function runJourneys(browser: DrivenBrowser, journeys: readonly Journey[], surroundings: Surroundings): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'kindred-browsers-'))
  await cp(surroundings.seededData, dataDir, { recursive: true })
  const blog = await startBlogProcess({ DATA_DIR: dataDir })
  const { hostname, port } = new URL(blog.url)
  const proxy = await startFaultyProxy({ host: hostname, port: Number(port) })
  const url = `http://${hostname}:${proxy.port}`
  const callers = new Map<string, Promise<Caller>>()
  const callOnce = (account: Account) => {
    const caller = callers.get(account.email) ?? callAs(blog.url, account)
    callers.set(account.email, caller)
    return caller
  }
  try {
    for (const { title, run } of journeys) {
      if (surroundings.signal.aborted) break
      const begun = performance.now()
      const problem = await inNewWindow(browser, surroundings, async (window) => {
        const { page, readProblems } = createPage(window, { url, signal: surroundings.signal })
        const { picture, days } = surroundings
        await run({ page, callAs: callOnce, picture, days, proxy })
        assert.deepEqual(await readProblems(), [], 'The scripts of the pages failed')
      })
      surroundings.onResult({ title, seconds: (performance.now() - begun) / 1000, problem })
    }
  } finally {
    await proxy.close()
    await blog.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** @returns why the journey failed, with the path of a screenshot */
async function inNewWindow(
  browser: DrivenBrowser,
  { saveScreenshot }: Surroundings,
  act: (window: DrivenWindow) => Promise<void>,
): Promise<string | undefined> {
  let window: DrivenWindow | undefined
  try {
    window = await browser.openWindow(COLLECT_PROBLEMS)
    await window.resize(DESK.width, DESK.height)
    await act(window)
    return undefined
  } catch (error) {
    const seen = await window?.takeScreenshot().then(saveScreenshot, () => 'no screenshot could be taken')
    return `${(error as Error).message}${seen === undefined ? '' : `\nscreenshot: ${seen}`}`
  } finally {
    await window?.close().catch(() => {})
  }
}
