import type { BrowserContext, Page, Request } from 'playwright-core'

/** Limits the tab's upload rate; -1 removes the limit. */
export async function slowUploads({ context, page }: { context: BrowserContext; page: Page }, bytesPerSecond: number): Promise<void> {
  const session = await context.newCDPSession(page)
  const conditions = { offline: false, latency: 5, downloadThroughput: -1, uploadThroughput: bytesPerSecond }
  await session.send('Network.emulateNetworkConditions', conditions)
}

interface Patch {
  readonly from: number
  readonly to: number
}

/** Observes the upload requests of a page. */
export interface UploadWatch {
  readonly requests: () => number
  /** How many uploads were created. */
  readonly created: () => number
  /** Bytes of finished request bodies. */
  readonly bytesSent: () => Promise<number>
  /** The offset of the last resume, and how many bytes were sent after it. */
  readonly afterResume: () => Promise<{ resumedAt: number; sentAfter: number }>
}

export function watchUpload(page: Page): UploadWatch {
  const finished: Request[] = []
  let requests = 0
  page.on('request', (request) => void (isUpload(request) && (requests += 1)))
  page.on('requestfinished', (request) => void (isUpload(request) && finished.push(request)))
  const offsetOf = async (request: Request) => Number((await request.response())?.headers()['upload-offset'] ?? Number.NaN)

  return {
    requests: () => requests,
    created: () => finished.filter((request) => request.method() === 'POST').length,
    async bytesSent() {
      const sizes = await Promise.all(finished.map((request) => request.sizes()))
      return sizes.reduce((sum, size) => sum + size.requestBodySize, 0)
    },
    async afterResume() {
      const lastHead = finished.findLastIndex((request) => request.method() === 'HEAD')
      const head = finished[lastHead]
      if (!head) throw new Error('The upload was never resumed.')
      const patches: Patch[] = []
      for (const request of finished.slice(lastHead).filter((each) => each.method() === 'PATCH')) {
        patches.push({ from: Number(request.headers()['upload-offset']), to: await offsetOf(request) })
      }
      return { resumedAt: await offsetOf(head), sentAfter: patches.reduce((sum, { from, to }) => sum + to - from, 0) }
    },
  }
}

const isUpload = (request: Request) => /\/files(\/uploads\/\w+)?$/.test(new URL(request.url()).pathname) && request.method() !== 'GET'
