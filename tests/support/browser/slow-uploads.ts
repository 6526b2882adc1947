import type { BrowserContext, Page } from 'playwright-core'

/** Limits the tab's upload rate; -1 removes the limit. */
export async function slowUploads({ context, page }: { context: BrowserContext; page: Page }, bytesPerSecond: number): Promise<void> {
  const session = await context.newCDPSession(page)
  const conditions = { offline: false, latency: 5, downloadThroughput: -1, uploadThroughput: bytesPerSecond }
  await session.send('Network.emulateNetworkConditions', conditions)
}
