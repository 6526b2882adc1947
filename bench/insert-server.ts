import { createServer } from 'node:http'
import { DatabaseSync } from 'node:sqlite'
import { v7 as newId } from 'uuid'
import { listenOnFreePort, readInput } from './server-process.ts'

/** Baseline ('floor') for new comments: a bare node:http server that parses the body and inserts the row, with one commit per row. */
const { database } = await readInput<{ database: string }>()
const db = new DatabaseSync(database, { timeout: 5000, enableForeignKeyConstraints: true })
db.exec('pragma journal_mode = wal; pragma synchronous = full')
const insert = db.prepare(
  "insert into comments (id, post_id, user_id, content, state, created_at, updated_at) values (?, ?, null, ?, 'shown', ?, ?)",
)

const server = createServer(async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const { postId, content } = JSON.parse(Buffer.concat(chunks).toString()) as { postId: string; content: string }
  const id = newId()
  insert.run(id, postId, content, Date.now(), Date.now())
  response.writeHead(201, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ _id: id, postId, content }))
})
listenOnFreePort(server)
