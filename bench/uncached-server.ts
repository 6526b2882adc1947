import { createServer } from 'node:http'
import { AnswerCache } from '#server/platform/cache/answer-cache.ts'
import { createCachedListener } from '#server/platform/cache/cached-listener.ts'
import { Admission } from '#server/platform/http/admission.ts'
import { openBuiltBlog } from './built-blog.ts'

/** The blog's front on a port, with no room to keep anything. Input: the data folder as the first word. Output: its port on one line. */
const [, , dataDir = ''] = process.argv
const { make, headers } = await openBuiltBlog(dataDir)
const nothingElse = () => {
  throw new Error('Only public answers are asked for here.')
}
const server = createServer(
  createCachedListener({
    cache: new AnswerCache(0),
    feed: { isLive: () => true, isBehind: () => false, catchUp: async () => {} },
    make,
    headers,
    admission: new Admission(() => false),
    refuse: nothingElse,
    otherwise: nothingElse,
  }),
)
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (typeof address === 'object' && address) process.stdout.write(`${address.port}\n`)
})
