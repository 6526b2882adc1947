import { serve } from '@hono/node-server'
import { openBuiltBlog } from './built-blog.ts'

/** The blog on a port, without kept answers. Input: the data folder as the first word. Output: its port on one line. */
const [, , dataDir = ''] = process.argv
const blog = await openBuiltBlog(dataDir)
serve({ fetch: blog.app.fetch, port: 0, hostname: '127.0.0.1', overrideGlobalObjects: false }, ({ port }) =>
  process.stdout.write(`${port}\n`),
)
