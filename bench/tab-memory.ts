import { readFile } from 'node:fs/promises'
import type { Browser } from 'playwright-core'

const SAMPLE_MS = 50

export interface MemoryWatch {
  /** Peak memory of the tab's process since the last call, in MB; NaN on systems without /proc. */
  readonly takePeak: () => number
  readonly stop: () => Promise<void>
}

/** Watches the private memory of the browser's largest renderer process. */
export async function watchMemory(browser: Browser): Promise<MemoryWatch> {
  const devtools = await browser.newBrowserCDPSession()
  let peak = Number.NaN
  let isOver = false
  const read = async () => {
    const { processInfo } = await devtools.send('SystemInfo.getProcessInfo')
    const renderers = processInfo.filter(({ type }) => type === 'renderer')
    const sizes = await Promise.all(renderers.map(({ id }) => readOwnMb(id)))
    peak = Math.max(Number.isNaN(peak) ? 0 : peak, ...sizes)
  }
  const watching = (async () => {
    while (!isOver) {
      await read().catch(() => {})
      await new Promise((resolve) => setTimeout(resolve, SAMPLE_MS))
    }
  })()
  return {
    takePeak() {
      const taken = peak
      peak = Number.NaN
      return taken
    },
    async stop() {
      isOver = true
      await watching
      await devtools.detach()
    },
  }
}

async function readOwnMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  const kilobytes = ['RssAnon', 'RssShmem', 'VmSwap'].map((name) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0))
  return kilobytes.reduce((sum, each) => sum + each, 0) / 1024
}
