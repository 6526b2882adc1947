import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import sharp from 'sharp'
import type { UploadResult } from '#contract/uploads.ts'
import { createPictureWorkers } from '#server/features/files/picture-workers.ts'
import { ensureChromium } from '#tests/support/find-chromium.ts'
import { measure, median } from './load.ts'
import { startScript } from './processes.ts'

const ROUNDS = 5
const UPLOAD_BYTES = 14 * 1024 * 1024
const PHOTO = { width: 4000, height: 3000 }
const PHOTOS_AT_ONCE = 10
const WIDTHS = [360, 1280]
const ADMIN = { email: 'bench@example.org', password: 'correct horse battery staple' }

const script = (path: string) => fileURLToPath(new URL(path, import.meta.url))
type Print = (line?: string) => void
interface Blog {
  readonly base: string
  readonly cookie: string
}

/** Uploads, the making of pictures and their weight on a page, each beside its floor. */
export async function benchPictures(print: Print): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'kindred-bench-pictures-'))
  const env = {
    PORT: '0',
    DATA_DIR: dataDir,
    LOG_LEVEL: 'error',
    DATABASE_URL: '',
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
  }
  const process = await startScript(script('../src/server/process/main.mjs'), { env, ready: /is ready/ })
  try {
    const base = /http:\S+/.exec(process.line)?.[0] ?? ''
    const blog = { base, cookie: await signIn(base) }
    const photo = await makePhoto()
    print()
    await compareUpload(blog, { dataDir, print })
    await compareVariants(photo, print)
    await measureWhileBusy(blog, photo, print)
    await weighPictures(blog, photo, print)
  } finally {
    await process.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function signIn(base: string): Promise<string> {
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`${base}/api/auth/signin`, { method: 'POST', headers, body: JSON.stringify(ADMIN) })
  return answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
}

/** Detail at every scale, as a camera sees it: soft noise over large shapes. */
async function makePhoto(): Promise<Buffer<ArrayBuffer>> {
  const { width, height } = PHOTO
  const noise = (size: number, sigma: number) =>
    sharp({
      create: {
        width: Math.ceil(width / size),
        height: Math.ceil(height / size),
        channels: 3,
        background: '#888',
        noise: { type: 'gaussian', mean: 128, sigma },
      },
    })
      .resize(width, height, { fit: 'fill', kernel: 'cubic' })
      .png()
      .toBuffer()
  const layers = [
    { input: await noise(40, 60), blend: 'overlay' as const },
    { input: await noise(3, 18), blend: 'overlay' as const },
  ]
  return Buffer.from(
    await sharp(await noise(400, 90))
      .composite(layers)
      .jpeg({ quality: 90 })
      .toBuffer(),
  )
}

const tusHeaders = (cookie: string, size: number) => ({
  cookie,
  'Tus-Resumable': '1.0.0',
  'Upload-Length': String(size),
  'Upload-Metadata': `kind ${btoa('post')},filename ${btoa('photo.jpg')}`,
  'Content-Type': 'application/offset+octet-stream',
})

async function sendUpload({ base, cookie }: Blog, bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const answer = await fetch(`${base}/files`, { method: 'POST', headers: tusHeaders(cookie, bytes.byteLength), body: bytes })
  if (answer.status !== 201) throw new Error(`The upload was answered ${answer.status}.`)
  return new URL(answer.headers.get('location') ?? '', base).href
}

async function addressOf({ cookie }: Blog, url: string): Promise<string> {
  for (;;) {
    const answer = await fetch(url, { headers: { cookie } })
    const result = (await answer.json()) as UploadResult
    if (result.state === 'done') return result.url
    if (!answer.ok) throw new Error(`The picture was answered ${answer.status}.`)
  }
}

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const startedAt = performance.now()
  await work()
  return (performance.now() - startedAt) / 1000
}

async function compareUpload(blog: Blog, { dataDir, print }: { dataDir: string; print: Print }): Promise<void> {
  const env = { UPLOAD_FLOOR_FILE: join(dataDir, 'floor') }
  const floor = await startScript(script('./upload-floor-server.ts'), { env, ready: /^\d+$/ })
  // Not a picture: it is refused afterwards, so that only the way there is measured.
  const bytes = Buffer.from(randomBytes(UPLOAD_BYTES))
  const rounds: { ours: number; bare: number }[] = []
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      const ours = await timed(() => sendUpload(blog, bytes))
      const bare = await timed(() => fetch(`http://127.0.0.1:${floor.line}/`, { method: 'POST', body: bytes }))
      rounds.push({ ours: UPLOAD_BYTES / ours, bare: UPLOAD_BYTES / bare })
    }
  } finally {
    await floor.stop()
  }
  const megabytes = (bytesPerSecond: number) => `${(bytesPerSecond / 1024 / 1024).toFixed(0)} MB/s`
  const [ours, bare] = [median(rounds.map((round) => round.ours)), median(rounds.map((round) => round.bare))]
  const ratio = median(rounds.map((round) => round.ours / round.bare))
  print(`upload to a folder: ${megabytes(ours)}; node:http to a file: ${megabytes(bare)}; ratio ${ratio.toFixed(2)}`)
}

async function compareVariants(photo: Buffer, print: Print): Promise<void> {
  const workers = createPictureWorkers()
  const picture = await workers.clean(photo, 'post')
  const ours = await timed(() => workers.clean(photo, 'post'))
  workers.close()
  const alone = await timed(async () => {
    for (const { width, format } of picture.files) {
      const image = sharp(photo).autoOrient().resize({ width })
      if (format === 'avif') await image.avif({ quality: 52, effort: 2 }).toBuffer()
      else if (format === 'webp') await image.webp({ quality: 76, effort: 3 }).toBuffer()
      else await image.jpeg({ quality: 78, progressive: true }).toBuffer()
    }
  })
  const count = picture.files.length
  print(
    `variants of a 12-megapixel photo: ${(count / ours).toFixed(1)}/s on one low-priority process; sharp alone, each from the original: ${(count / alone).toFixed(1)}/s; ratio ${(alone / ours).toFixed(2)}`,
  )
}

async function measureWhileBusy(blog: Blog, photo: Buffer<ArrayBuffer>, print: Print): Promise<void> {
  // A guarded page: none of these is kept, each is rendered anew.
  const load = () => measure(`${blog.base}/dashboard?tab=profile`, { seconds: 5, connections: 1, headers: { cookie: blog.cookie } })
  const quiet = await load()
  const urls = await Promise.all(Array.from({ length: PHOTOS_AT_ONCE }, () => sendUpload(blog, photo)))
  const busy = await load()
  print(
    `page while ${PHOTOS_AT_ONCE} such photos are made: p50 ${busy.p50Ms} ms, p99 ${busy.p99Ms} ms; quiet: p50 ${quiet.p50Ms} ms, p99 ${quiet.p99Ms} ms`,
  )
  const seconds = await timed(() => Promise.all(urls.map((url) => addressOf(blog, url))))
  print(`all ${PHOTOS_AT_ONCE} were ready ${(seconds + 5).toFixed(0)} s after they had arrived`)
}

async function weighPictures(blog: Blog, photo: Buffer<ArrayBuffer>, print: Print): Promise<void> {
  const { path, problem } = await ensureChromium()
  if (path === null) return print(`picture bytes of a post page: not measured (${problem})`)
  const address = await addressOf(blog, await sendUpload(blog, photo))
  const content = `<p>One.</p><figure><img src="${address}" alt="A photo"><figcaption>Two.</figcaption></figure>`
  const headers = { cookie: blog.cookie, 'content-type': 'application/json' }
  const body = JSON.stringify({ title: 'Two pictures', image: address, content })
  const post = (await (await fetch(`${blog.base}/api/post/create`, { method: 'POST', headers, body })).json()) as { slug: string }
  const browser = await chromium.launch({
    executablePath: path,
    args: process.getuid?.() === 0 ? ['--no-sandbox', '--disable-dev-shm-usage'] : [],
  })
  try {
    for (const width of WIDTHS) {
      const page = await browser.newPage({ viewport: { width, height: 800 } })
      let bytes = 0
      page.on('requestfinished', (request) => {
        if (new URL(request.url()).pathname.startsWith('/files/')) void request.sizes().then((sizes) => (bytes += sizes.responseBodySize))
      })
      await page.goto(`${blog.base}/post/${post.slug}`)
      await page.getByRole('img', { name: 'A photo' }).scrollIntoViewIfNeeded()
      await page.waitForLoadState('networkidle')
      print(
        `post page of two photos at ${width} pixels: ${(bytes / 1024).toFixed(0)} KB of pictures; as they were sent: ${((2 * photo.byteLength) / 1024).toFixed(0)} KB`,
      )
      await page.close()
    }
  } finally {
    await browser.close()
  }
}
