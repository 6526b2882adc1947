import { createClient } from '#tests/support/test-client.ts'
import type { LeakBlog } from './leak-blog.ts'
import type { Level } from './marks.ts'

const PAIRS = 300
const WARM_UP = 30
const MISSING_ID = 'ffffffff-0000-7000-8000-000000000001'

/** Measures, for each kind of request, the median time for restricted content divided by that for missing content, without the cache. */
export async function measureTiming(blog: LeakBlog): Promise<Record<string, number>> {
  const app = blog.app.appWith({})
  const [visitor, reader] = [createClient(app), createClient(app, blog.cookies.reader)]
  const { posts, files, commentIds } = blog.things
  const hidden = (level: Level) => posts.find((post) => post.level === level) ?? { id: '', slug: '' }
  const [family, admins] = [hidden('family'), hidden('admins')]
  const comment = commentIds.find((id) => id.startsWith('fa31')) ?? ''
  const file = files.find((path) => path.startsWith('/files/fa31') && path.endsWith('320.webp')) ?? ''
  const kinds = {
    post: [visitor, 'GET', `/post/${admins.slug}`, '/post/winter-nothing'],
    'post by slug': [visitor, 'GET', `/api/post/getposts?slug=${family.slug}`, '/api/post/getposts?slug=winter-nothing-at-all'],
    'post by id': [visitor, 'GET', `/api/post/getposts?postId=${family.id}`, `/api/post/getposts?postId=${MISSING_ID}`],
    comments: [visitor, 'GET', `/api/comment/getpostcomments/${family.id}`, `/api/comment/getpostcomments/${MISSING_ID}`],
    'likes of a post': [visitor, 'GET', `/api/post/likes/${family.id}`, `/api/post/likes/${MISSING_ID}`],
    'like of a post by a visitor': [visitor, 'PUT', `/api/post/like/${family.id}`, `/api/post/like/${MISSING_ID}`],
    'like of a post by a reader': [reader, 'PUT', `/api/post/like/${family.id}`, `/api/post/like/${MISSING_ID}`],
    picture: [visitor, 'GET', file, file.replace(/files\/\w+/, 'files/aaaaaaaaaaaaaaaa')],
    'picture of a reader': [reader, 'GET', file, file.replace(/files\/\w+/, 'files/aaaaaaaaaaaaaaaa')],
    'like of a comment by a reader': [reader, 'PUT', `/api/comment/likecomment/${comment}`, `/api/comment/likecomment/${MISSING_ID}`],
  } as const
  const ratios: Record<string, number> = {}
  for (const [name, [client, method, forOthers, missing]] of Object.entries(kinds)) {
    const times: [number[], number[]] = [[], []]
    for (let pair = 0; pair < PAIRS; pair += 1) {
      if (pair % 20 === 0) await blog.app.db.deleteFrom('rate_limits').execute()
      // The order alternates, because the second request is often faster.
      for (const side of pair % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
        const begun = performance.now()
        await (await client.send(side === 0 ? forOthers : missing, { method })).text()
        if (pair >= WARM_UP) times[side].push(performance.now() - begun)
      }
    }
    ratios[name] = Math.round((median(times[0]) / median(times[1])) * 100) / 100
  }
  return ratios
}

const median = (times: readonly number[]) => times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0
