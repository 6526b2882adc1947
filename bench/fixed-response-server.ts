import { createServer } from 'node:http'
import { listenOnFreePort, readInput } from './server-process.ts'

/** Baseline ('floor') for cached responses: a bare node:http server that always sends the same bytes and headers. */
export interface FixedResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** base64. */
  readonly body: string
}

const { status, headers, body } = await readInput<FixedResponse>()
const bytes = Buffer.from(body, 'base64')
const server = createServer((_request, response) => {
  response.writeHead(status, headers)
  response.end(status === 304 ? undefined : bytes)
})
listenOnFreePort(server)
