import { mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { startBlog } from './blog.ts'
import { benchCached } from './cached.ts'
import { benchEventLoop } from './event-loop.ts'
import { benchLifetime } from './lifetime.ts'
import { benchLighthouse } from './lighthouse.ts'
import { writeManyPosts } from './many-posts.ts'
import { describeWeight, weighPage } from '#tests/support/page-weight.ts'
import { benchPictures } from './pictures.ts'
import { print, printTable } from './print.ts'
import { RATIO_HEADS } from './rounds.ts'
import { timeSignIn } from './sign-in-timing.ts'

/**
 * npm run bench [-- parts]: each figure beside the floor it is held against, measured in the same run, in turn.
 * Only ratios travel between machines. The load generator runs on the same cores.
 */
const POSTS = 1000
const POST = '/post/a-day-of-many-number-7'

const folder = await mkdtemp(join(tmpdir(), 'kindred-bench-'))
const dataDir = join(folder, 'blog')

const parts: Readonly<Record<string, () => Promise<void>>> = {
  async cached() {
    const blog = await startBlog(dataDir)
    try {
      const urls = {
        'home page': `${blog.base}/`,
        'post page': blog.base + POST,
        'search page': `${blog.base}/search?searchTerm=kettle+night`,
        '9-post list (JSON)': `${blog.base}/api/post/getposts`,
        'main script': blog.base + ((await weighPage(blog.base + POST)).files[0]?.path ?? ''),
      }
      printTable(RATIO_HEADS, await benchCached(blog, urls))
    } finally {
      await blog.stop()
    }
  },
  async lifetime() {
    printTable(['one process', 'median (min–max)'], await benchLifetime(dataDir, POST))
  },
  async weight() {
    const blog = await startBlog(dataDir)
    printTable(['first post page, brotli', 'KB', 'what for'], describeWeight(await weighPage(blog.base + POST)))
    await blog.stop()
  },
  async signin() {
    const { rounds, unknownMs, wrongMs, difference } = await timeSignIn()
    print(
      `sign-in, medians of ${rounds}: unknown email ${unknownMs.toFixed(2)} ms, wrong password ${wrongMs.toFixed(2)} ms, difference ${(difference * 100).toFixed(1)} %`,
    )
  },
  async lighthouse() {
    const blog = await startBlog(dataDir)
    try {
      await benchLighthouse({ home: `${blog.base}/`, post: blog.base + POST, search: `${blog.base}/search` })
    } finally {
      await blog.stop()
    }
  },
  pictures: () => benchPictures(print),
  'event-loop': () => benchEventLoop(print),
}

const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !Object.hasOwn(parts, name))
if (unknown.length > 0) throw new Error(`There is no ${unknown.join(', ')}; there are ${Object.keys(parts).join(', ')}.`)
try {
  print(`${availableParallelism()} cores, Node ${process.version}, ${POSTS} posts, three rounds unless said.`)
  await writeManyPosts(`sqlite:${join(dataDir, 'kindred.sqlite')}`, POSTS)
  for (const [name, run] of Object.entries(parts)) {
    if (asked.length > 0 && !asked.includes(name)) continue
    print()
    await run()
  }
} finally {
  await rm(folder, { recursive: true, force: true })
}
