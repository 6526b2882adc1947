import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { UploadResult } from '#media/contract/uploads.ts'
import { createCookies, sqliteUrl } from './accounts.ts'
import { startBlog } from './blog.ts'
import type { BenchContext, Effort } from './context.ts'
import { drawPhoto } from './draw-photo.ts'
import { measureLoad } from './load.ts'
import { print, printTable } from './print.ts'
import { startFloor } from './processes.ts'
import { alternate, describeRounds, RATIO_HEADS } from './rounds.ts'

const UPLOAD_BYTES = 14 * 1024 * 1024

interface Writer {
  readonly url: string
  readonly cookie: string
}

/** Compares uploads with a bare server that writes to a file, and measures pages while pictures are processed. */
export async function benchPictures({ dataDir, blog: { adminId }, effort }: BenchContext): Promise<void> {
  const [cookie = ''] = await createCookies(sqliteUrl(dataDir), [adminId])
  const blog = await startBlog(dataDir)
  const floor = await startFloor('./upload-server.ts', { file: join(dataDir, 'uploaded') })
  const writer = { url: blog.url, cookie }
  try {
    // Not a picture, so it is refused afterwards and only the upload is measured.
    const bytes = Buffer.from(randomBytes(UPLOAD_BYTES))
    const megabytesPerSecond = async (upload: () => Promise<unknown>) => UPLOAD_BYTES / 1024 / 1024 / (await secondsOf(upload))
    const uploads = await alternate(
      effort.rounds,
      () => megabytesPerSecond(() => upload(writer, bytes)),
      () => megabytesPerSecond(() => fetch(floor.url, { method: 'POST', body: bytes })),
    )
    printTable(RATIO_HEADS, [describeRounds({ name: 'upload to a folder, MB/s' }, uploads)])
    print()
    await measureWhileProcessing(writer, effort)
  } finally {
    await Promise.all([blog.stop(), floor.stop()])
  }
}

async function measureWhileProcessing(writer: Writer, { seconds, photos }: Effort): Promise<void> {
  // Pages with a session are not cached.
  const load = () =>
    measureLoad(writer.url, { request: '/dashboard?tab=profile', seconds, connections: 1, headers: { cookie: writer.cookie } })
  const photo = await drawPhoto(photos.width)
  const quiet = await load()
  const uploads = await Promise.all(Array.from({ length: photos.count }, () => upload(writer, photo)))
  const busy = await load()
  const waited = await secondsOf(() => Promise.all(uploads.map((url) => waitUntilProcessed(writer, url))))
  const total = (waited + seconds).toFixed(0)
  printTable(
    ['a page rendered each time', 'p50 ms', 'p99 ms'],
    [
      ['nothing else', `${quiet.p50Ms}`, `${quiet.p99Ms}`],
      [`while ${photos.count} photos of ${photos.width} pixels' width are processed (${total} s)`, `${busy.p50Ms}`, `${busy.p99Ms}`],
    ],
  )
}

/** @returns the upload's URL */
async function upload({ url, cookie }: Writer, bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const headers = {
    cookie,
    'Tus-Resumable': '1.0.0',
    'Upload-Length': String(bytes.byteLength),
    'Upload-Metadata': `kind ${btoa('post')},filename ${btoa('photo.jpg')}`,
    'Content-Type': 'application/offset+octet-stream',
  }
  const response = await fetch(`${url}/files`, { method: 'POST', headers, body: bytes })
  if (response.status !== 201) throw new Error(`The upload was answered with ${response.status}.`)
  return new URL(response.headers.get('location') ?? '', url).href
}

/** @returns address of the picture */
export const uploadPhoto = async (writer: Writer, bytes: Uint8Array<ArrayBuffer>): Promise<string> =>
  waitUntilProcessed(writer, await upload(writer, bytes))

/** The server delays its response until the state changes. @returns address of the picture */
async function waitUntilProcessed({ cookie }: Writer, url: string): Promise<string> {
  for (;;) {
    const response = await fetch(url, { headers: { cookie } })
    if (!response.ok) throw new Error(`The picture was answered with ${response.status}: ${await response.text()}`)
    const result = (await response.json()) as UploadResult
    if (result.state === 'done') return result.url
    if (result.state === 'failed') throw new Error(result.message)
  }
}

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return (performance.now() - startedAt) / 1000
}
