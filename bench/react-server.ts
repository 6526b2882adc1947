import { createServer } from 'node:http'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { renderToString } from 'react-dom/server'
import { type ParsedPage, parsePage, toElements } from './page-elements.ts'
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
  const text = page === null ? JSON.stringify(rows) : writePage(page, rows.flat() as Row[])
  response.writeHead(200, {
    'content-type': page === null ? 'application/json' : 'text/html; charset=utf-8',
    'content-length': Buffer.byteLength(text),
  })
  response.end(text)
})

type Row = Readonly<Record<string, unknown>> & { readonly content?: string }

/** As the blog's page, it holds what was read as hydration data: the body of the post that is shown, and of others all but that. */
function writePage({ before, body, after, hasPostBody }: ParsedPage, rows: readonly Row[]): string {
  const post = hasPostBody ? rows.find((row) => 'slug' in row) : undefined
  const others = rows.map((row) => ('slug' in row ? { ...row, content: undefined } : row))
  const data = JSON.stringify({ post, others }).replaceAll('<', String.raw`\u003c`)
  return before + renderToString(toElements(body, { postBody: `${post?.content ?? ''}`, data })) + after
}

listenOnFreePort(server)
