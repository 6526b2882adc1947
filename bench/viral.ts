import { get } from 'node:http'
import { weighPage } from '#tests/support/browser/page-weight.ts'
import { createCookies, sqliteUrl } from './accounts.ts'
import { postJson, startBlog } from './blog.ts'
import type { BenchContext, Effort } from './context.ts'
import { drawPhoto } from './draw-photo.ts'
import { measureLoad } from './load.ts'
import { uploadPhoto } from './pictures.ts'
import { print, printTable } from './print.ts'
import { cpuMs } from './processes.ts'
import { median } from './rounds.ts'
import { type Cost, FRONTS, loadOf, MILLION, type RequestCosts } from './viral-model.ts'

type Blog = Awaited<ReturnType<typeof startBlog>>
/** A phone with two or three device pixels to each of 390. */
const PHONE_WIDTH = 750
const COMMENTS = 60
const PHOTO_WIDTH_MAX = 2000

/** Measures what each kind of request costs, and computes what a million readers of one post within an hour need. */
export async function benchViral({ dataDir, blog: { adminId, readerIds }, effort }: BenchContext): Promise<void> {
  const [admin = '', ...readers] = await createCookies(sqliteUrl(dataDir), [adminId, ...readerIds])
  const blog = await startBlog(dataDir)
  try {
    const post = await publish(blog, admin, effort)
    const costs = { ...(await measureReads(blog, post, effort)), comment: await measureComments(blog, post, readers) }
    printTable(['request', 'CPU ms', 'bytes'], describeCosts(costs))
    print()
    const { readers: count, peak, pictures, furtherPages, reloads, comments } = MILLION
    print(
      `${count} readers in an hour, ${peak} times as many in the busiest minute as on average; each opens the post and ${furtherPages} further pages with ${pictures} photographs a page, reloads ${reloads} times and writes ${comments} comments.`,
    )
    print()
    const rows = FRONTS.map((front) => {
      const { requestsPerSecond, cores, megabitsPerSecond, gigabytes } = loadOf(costs, MILLION, front)
      return [front.name, requestsPerSecond.toFixed(0), cores.toFixed(2), megabitsPerSecond.toFixed(0), gigabytes.toFixed(1)]
    })
    printTable(['in front of the blog', 'requests/s at the peak', 'cores at the peak', 'Mbit/s at the peak', 'GB in the hour'], rows)
  } finally {
    await blog.stop()
  }
}

interface Post {
  readonly id: string
  readonly path: string
  readonly picture: string
}

/** A post with a photograph as its cover and one in its text. */
async function publish(blog: Blog, cookie: string, { photos }: Effort): Promise<Post> {
  const photo = await uploadPhoto({ url: blog.url, cookie }, await drawPhoto(Math.min(photos.width, PHOTO_WIDTH_MAX)))
  const body = { title: 'A post that everybody shares', image: photo, content: `<p>Words.</p><img src="${photo}" alt="A photograph">` }
  const response = await postJson(`${blog.url}/api/post/create`, body, { cookie, expected: 201 })
  const { _id: id, slug } = (await response.json()) as { _id: string; slug: string }
  const path = `/post/${slug}`
  const html = await (await fetch(blog.url + path)).text()
  return { id, path, picture: choosePicture(html) }
}

/** The address that a phone chooses of the first `srcset`, which has the smallest format. */
function choosePicture(html: string): string {
  const [, set = ''] = /srcset="([^"]*\/files\/[^"]*)"/i.exec(html) ?? []
  const choices = set.split(',').map((choice) => {
    const [path = '', width = ''] = choice.trim().split(' ')
    return { path, width: Number.parseInt(width, 10) }
  })
  const chosen = choices.toSorted((a, b) => a.width - b.width).find(({ width }) => width >= PHONE_WIDTH) ?? choices.at(-1)
  if (!chosen?.path) throw new Error('The page has no photograph.')
  return chosen.path
}

async function measureReads(blog: Blog, { path, picture }: Post, effort: Effort): Promise<Omit<RequestCosts, 'comment'>> {
  const { files } = await weighPage(blog.url + path)
  const built = files.filter(({ path: file }) => file.startsWith('/assets/'))
  const etag = (await fetch(blog.url + path, { headers: { 'accept-encoding': 'br' } })).headers.get('etag') ?? ''
  const measure = async (request: string, headers: Record<string, string> = {}): Promise<Cost> => {
    const rounds: number[] = []
    for (let round = 0; round <= effort.rounds; round += 1)
      rounds.push((await measureLoad(blog.url, { request, headers, seconds: effort.seconds, pid: blog.pid })).cpuMs)
    // The first one is for V8's compiler.
    return { cpuMs: median(rounds.slice(1)), bytes: await wireBytes(blog.url + request, headers) }
  }
  const each: Cost[] = []
  for (const { path: file } of built) each.push(await measure(file))
  const mean = (pick: (cost: Cost) => number) => each.reduce((sum, cost) => sum + pick(cost), 0) / each.length
  return {
    page: await measure(path),
    file: { cpuMs: mean(({ cpuMs: ms }) => ms), bytes: mean(({ bytes }) => bytes), count: built.length },
    picture: await measure(picture),
    unchanged: await measure(path, { 'if-none-match': etag }),
  }
}

/** One reader comments, the next one gets a page that is rendered again. */
async function measureComments(blog: Blog, { id, path }: Post, cookies: readonly string[]): Promise<Cost> {
  const run = async (from: number) => {
    const before = (await cpuMs(blog.pid)) ?? Number.NaN
    for (let number = from; number < from + COMMENTS; number += 1) {
      const cookie = cookies[number % cookies.length] ?? ''
      await postJson(`${blog.url}/api/comment/create`, { content: `Thank you, ${number}.`, postId: id }, { cookie, expected: 201 })
      await (await fetch(blog.url + path)).text()
    }
    return (((await cpuMs(blog.pid)) ?? Number.NaN) - before) / COMMENTS
  }
  await run(0)
  return { cpuMs: await run(COMMENTS), bytes: 1024 }
}

/** Status line, headers and body as they are sent. */
const wireBytes = (url: string, headers: Readonly<Record<string, string>>): Promise<number> =>
  new Promise((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': 'br', ...headers } }, (response) => {
      // Colon, space and line end of each header; the status line has about 17 bytes.
      let bytes = 17 + response.rawHeaders.reduce((sum, part) => sum + part.length + 2, 0)
      response.on('data', (chunk: Buffer) => (bytes += chunk.byteLength))
      response.on('end', () => resolve(bytes))
    }).on('error', reject)
  })

function describeCosts({ page, file, picture, unchanged, comment }: RequestCosts): string[][] {
  const row = (name: string, { cpuMs: ms, bytes }: Cost) => [name, ms.toFixed(3), bytes.toFixed(0)]
  return [
    row('a cached page', page),
    row(`one of ${file.count} built files, on average`, file),
    row('a photograph on a phone', picture),
    row('an unchanged page (304)', unchanged),
    row('a comment and the page after it', comment),
  ]
}
