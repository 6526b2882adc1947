import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { startPostgres } from '#tests/support/database/postgres-server.ts'
import { createCookies, sqliteUrl } from './accounts.ts'
import { writeBigBlog } from './big-blog.ts'
import type { BenchContext, Effort } from './context.ts'
import { print } from './print.ts'
import { compareReads, type SizedBlog } from './size-compare.ts'

const COMMENTS_PER_POST = 10
const DISCUSSION_MAX = 2000

/** Compares every public read with 'post by slug', at 5,000 and at 100,000 posts, on both databases. */
export async function benchSize({ dataDir: parent, effort }: BenchContext): Promise<void> {
  const server = await startPostgres()
  try {
    for (const posts of effort.sizes) {
      await withFolder(parent, (dataDir) => measure({ engine: 'sqlite', databaseUrl: sqliteUrl(dataDir), dataDir }, posts, effort))
      await withFolder(parent, (dataDir) =>
        withPostgres(server.url, (databaseUrl) => measure({ engine: 'postgres', databaseUrl, dataDir }, posts, effort)),
      )
    }
  } finally {
    await server.stop()
  }
}

async function measure(place: Omit<SizedBlog, 'blog' | 'cookie'>, posts: number, effort: Effort): Promise<void> {
  const startedAt = performance.now()
  const blog = await writeBigBlog(place.databaseUrl, {
    posts,
    commentsPerPost: COMMENTS_PER_POST,
    discussion: Math.min(DISCUSSION_MAX, posts),
    unpublished: effort.unpublished,
  })
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(0)
  print()
  print(
    `${place.engine}, ${posts.toLocaleString('en')} posts, ${(posts * COMMENTS_PER_POST).toLocaleString('en')} comments (written in ${seconds} s)`,
  )
  print()
  const [cookie = ''] = await createCookies(place.databaseUrl, [blog.adminId])
  await compareReads({ ...place, blog, cookie }, effort)
}

/** Deletes the folder after the work, as each database is very large. */
async function withFolder(parent: string, work: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(parent, 'size-'))
  try {
    await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Creates a temporary database, as the server may be shared. */
async function withPostgres(serverUrl: string, work: (databaseUrl: string) => Promise<void>): Promise<void> {
  const name = `kindred_bench_${process.pid}`
  const owner = new pg.Client({ connectionString: serverUrl })
  await owner.connect()
  try {
    await owner.query(`create database ${name}`)
    await work(Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href)
  } finally {
    await owner.query(`drop database if exists ${name} with (force)`)
    await owner.end()
  }
}
