import { createServer } from 'node:http'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { renderToString } from 'react-dom/server'
import { parsePage, toElements } from './page-elements.ts'
import { listenOnFreePort, readInput } from './server-process.ts'

/**
 * The floor of a response that is not cached: a bare node:http server that runs the statements which the blog ran for the
 * same path, and then either renders a page of the same markup by React, or sends the rows as JSON.
 */
export interface FloorInput {
  /** Path of the SQLite file. */
  readonly database: string
  readonly statements: readonly string[]
  /** By path: which statements, in which order, with which values. */
  readonly runs: Readonly<Record<string, readonly (readonly [statement: number, values: readonly unknown[]])[]>>
  /** A page of the blog as a model; null where JSON is wanted. */
  readonly html: string | null
}

const { database, statements, runs, html } = await readInput<FloorInput>()
const db = new DatabaseSync(database, { readOnly: true })
const prepared = statements.map((sql) => db.prepare(sql))
const page = html === null ? null : parsePage(html)

const server = createServer(({ url = '' }, response) => {
  const rows = (runs[url] ?? []).map(([index, values]) => prepared[index]?.all(...(values as SQLInputValue[])) ?? [])
  const text = page === null ? JSON.stringify(rows) : page.before + renderToString(toElements(page.body)) + page.after
  response.writeHead(200, {
    'content-type': page === null ? 'application/json' : 'text/html; charset=utf-8',
    'content-length': Buffer.byteLength(text),
  })
  response.end(text)
})
listenOnFreePort(server)
