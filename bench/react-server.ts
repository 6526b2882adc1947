import { createServer } from 'node:http'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import type { InProcessCall, InProcessInput } from '#platform/contract/rendered-page.ts'
import { loadBuiltPages } from '#app/process/run.ts'
import { addressOfNumber } from './load.ts'
import { listenOnFreePort, readInput } from './server-process.ts'

/**
 * Baseline ('floor') for uncached responses: a bare node:http server that runs the SQL statements that the blog ran for the
 * same path. It then renders the blog's React page from data in memory, or sends the rows as JSON.
 */
export interface FloorInput {
  /** Path of the SQLite file. */
  readonly database: string
  readonly statements: readonly string[]
  /** By path: indexes of the statements in execution order, with their values. */
  readonly runs: Readonly<Record<string, readonly (readonly [statement: number, values: readonly unknown[]])[]>>
  /** URL of the running blog, from which the pages' data is loaded before the measurement; null to send JSON. */
  readonly pagesOf: string | null
}

const { database, statements, runs, pagesOf } = await readInput<FloorInput>()
const db = new DatabaseSync(database, { readOnly: true })
const prepared = statements.map((sql) => db.prepare(sql))
const renderFrom = pagesOf === null ? null : await loadPages(pagesOf)

const server = createServer((request, response) => {
  const path = request.url ?? ''
  const rows = (runs[path] ?? []).map(([index, values]) => prepared[index]?.all(...(values as SQLInputValue[])) ?? [])
  const send = (type: string, text: string) => {
    response.writeHead(200, { 'content-type': type, 'content-length': Buffer.byteLength(text) })
    response.end(text)
  }
  if (renderFrom === null) send('application/json', JSON.stringify(rows))
  else void renderFrom(path).then((html) => send('text/html; charset=utf-8', html))
})

/** @returns a function that renders the page at a path */
async function loadPages(blogUrl: string): Promise<(path: string) => Promise<string>> {
  const { renderPage } = await loadBuiltPages()
  const bodies = new Map<string, unknown>()
  const render = async (path: string, call: InProcessCall) => {
    const { html } = await renderPage(new URL(path, blogUrl), call, { role: 'visitor', reference: '', onError: () => {} })
    return html
  }
  for (const [number, path] of Object.keys(runs).entries()) {
    await render(path, async (key, input) => {
      const target = targetOf(key, input)
      const response = await fetch(blogUrl + target, { headers: { 'x-forwarded-for': addressOfNumber(number) } })
      if (!response.ok) throw new Error(`${target}: ${response.status}`)
      bodies.set(target, await response.json())
      return { ok: true, body: bodies.get(target) }
    })
  }
  return (path) => render(path, async (key, input) => ({ ok: true, body: bodies.get(targetOf(key, input)) }))
}

/** Path and query of a call to a GET endpoint. */
function targetOf(key: string, { params = {}, query = {} }: InProcessInput): string {
  const path = key.slice('GET '.length).replaceAll(/:(\w+)/g, (_, name: string) => params[name] ?? '')
  const given = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`
}

listenOnFreePort(server)
