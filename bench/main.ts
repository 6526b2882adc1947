import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { sqliteUrl } from './accounts.ts'
import { writeBigBlog } from './big-blog.ts'
import { type BenchContext, FULL, QUICK, UNPUBLISHED } from './context.ts'
import { print } from './print.ts'

type Part = (context: BenchContext) => Promise<void>

/** npm run bench [-- [--quick] [--unpublished] PART…]: docs/performance.md describes each part. Only the chosen parts are loaded. */
const PARTS: Readonly<Record<string, () => Promise<Part>>> = {
  cached: async () => (await import('./cached.ts')).benchCached,
  misses: async () => (await import('./misses.ts')).benchMisses,
  size: async () => (await import('./size.ts')).benchSize,
  lifetime: async () => (await import('./lifetime.ts')).benchLifetime,
  comments: async () => (await import('./comments.ts')).benchComments,
  'sign-in': async () => (await import('./sign-in.ts')).benchSignIn,
  pictures: async () => (await import('./pictures.ts')).benchPictures,
  'event-loop': async () => (await import('./event-loop.ts')).benchEventLoop,
  weight: async () => (await import('./weight.ts')).benchWeight,
  'slow-phone': async () => (await import('./slow-phone.ts')).benchSlowPhone,
  typing: async () => (await import('./typing.ts')).benchTyping,
  viral: async () => (await import('./viral.ts')).benchViral,
}
const COMMENTS_PER_POST = 5

const words = process.argv.slice(2)
const amount = words.includes('--quick') ? QUICK : FULL
const effort = words.includes('--unpublished') ? { ...amount, unpublished: UNPUBLISHED } : amount
const named = words.filter((word) => !['--quick', '--unpublished'].includes(word))
const unknown = named.filter((name) => !Object.hasOwn(PARTS, name))
if (unknown.length > 0) {
  process.stderr.write(`There is no part ${unknown.join(', ')}; there are ${Object.keys(PARTS).join(', ')}.\n`)
  process.exit(1)
}

const dataDir = await mkdtemp(join(tmpdir(), 'kindred-bench-'))
process.on('exit', () => rmSync(dataDir, { recursive: true, force: true }))
// Ctrl-C ends the servers, too: they are in this process's group.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

print(`${availableParallelism()} cores, Node ${process.version}, ${effort.posts} posts, ${effort.rounds} rounds`)
const blog = await writeBigBlog(sqliteUrl(dataDir), { posts: effort.posts, commentsPerPost: COMMENTS_PER_POST })
for (const [name, load] of Object.entries(PARTS)) {
  if (named.length > 0 && !named.includes(name)) continue
  print(`\n## ${name}\n`)
  const run = await load()
  await run({ dataDir, blog, effort })
}
