import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { noise } from '#tests/support/media/pictures.ts'

/** A real server with the pictures of another blog. */
export interface OldSite {
  readonly url: string
  /** Requested paths. */
  readonly requested: string[]
  /** Lets requests for pictures wait until `open` is called, so that an import pauses within a post. */
  readonly holdPictures: () => Gate
  readonly close: () => Promise<void>
}

export interface Gate {
  /** Resolves when a request waits. */
  readonly reached: Promise<void>
  readonly open: () => void
}

export const PICTURES = 6
/** Small: processing pictures takes most of an import's time. */
const makePicture = (index: number) =>
  noise(120 + index * 8, 90)
    .jpeg({ quality: 70 })
    .toBuffer()

/**
 * Serves `/wp-content/uploads/2019/05/photo-0.jpg` and so on, also in WordPress' sizes, and the same under
 * `/content/images/`; also a redirect, a redirect to a private address, a page and an endless response.
 */
export async function startOldSite(): Promise<OldSite> {
  const pictures = await Promise.all(Array.from({ length: PICTURES }, (_, index) => makePicture(index)))
  const requested: string[] = []
  let gate = { opened: Promise.resolve(), reach: () => {} }
  const server = createServer(async (request, response) => {
    const path = request.url ?? ''
    requested.push(path)
    const [, number] = /\/photo-(\d+)\.jpg$/.exec(path) ?? []
    const picture = number === undefined ? undefined : pictures[Number(number)]
    if (picture) {
      gate.reach()
      await gate.opened
    }
    if (picture) return void response.setHeader('content-type', 'image/jpeg').end(picture)
    if (path.endsWith('/moved.jpg')) return void response.writeHead(302, { location: '/wp-content/uploads/2019/05/photo-1.jpg' }).end()
    if (path.endsWith('/inwards.jpg')) return void response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data' }).end()
    if (path.endsWith('/page.jpg')) return void response.setHeader('content-type', 'image/jpeg').end('<html>no picture</html>')
    if (path.endsWith('/endless.jpg')) {
      const more = () => void (response.destroyed || response.write(Buffer.alloc(1024 * 1024), () => setImmediate(more)))
      return more()
    }
    response.writeHead(404).end()
  })
  const listening = Promise.withResolvers<void>()
  server.listen(0, '127.0.0.1', listening.resolve)
  await listening.promise
  const site: OldSite = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requested,
    holdPictures() {
      const [opening, reaching] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      gate = { opened: opening.promise, reach: reaching.resolve }
      return { reached: reaching.promise, open: opening.resolve }
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
  return site
}
