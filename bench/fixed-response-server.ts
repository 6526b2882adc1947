import { createServer } from 'node:http'
import { listenOnFreePort, readInput } from './server-process.ts'

/** The floor of a cached response: a bare node:http server that sends the same bytes and headers each time. */
export interface FixedResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** In base64. */
  readonly body: string
}

const { status, headers, body } = await readInput<FixedResponse>()
const bytes = Buffer.from(body, 'base64')
const server = createServer((_request, response) => {
  response.writeHead(status, headers)
  response.end(status === 304 ? undefined : bytes)
})
listenOnFreePort(server)
