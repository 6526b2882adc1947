import { createServer } from 'node:http'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { toPost } from '#server/features/posts/posts.wire.ts'
import type { PostRow } from '#server/features/posts/posts.store.ts'
import type { Statement } from './built-blog.ts'

/**
 * The floor of a list: a bare node:http server that runs the blog's own statements, prepared once, and sends what the
 * first one finds as JSON. Input on stdin: JSON { path, statements, headers }. Output: its port on one line.
 */
interface Input {
  readonly path: string
  readonly statements: readonly Statement[]
  /** Name, value, name, value …, without the length. */
  readonly headers: readonly string[]
}

const chunks: Buffer[] = []
for await (const chunk of process.stdin) chunks.push(chunk as Buffer)
const { path, statements, headers } = JSON.parse(Buffer.concat(chunks).toString()) as Input
const database = new DatabaseSync(path, { readOnly: true })
const prepared = statements.map(({ sql, parameters }) => [database.prepare(sql), parameters as SQLInputValue[]] as const)
const run = ([statement, parameters]: readonly [StatementSync, SQLInputValue[]]) => statement.all(...parameters)

const server = createServer((_request, response) => {
  const found = prepared.map(run)
  const posts = found.find(([row]) => row !== undefined && 'slug' in row) ?? []
  const others = found.filter((rows) => rows !== posts)
  const body = JSON.stringify({ posts: (posts as unknown as PostRow[]).map(toPost), ...Object.assign({}, ...others.flat()) })
  response.writeHead(200, [...headers, 'Content-Length', String(Buffer.byteLength(body))])
  response.end(body)
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (typeof address === 'object' && address) process.stdout.write(`${address.port}\n`)
})
