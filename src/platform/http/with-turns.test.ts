import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Config } from '#platform/process/config.ts'
import { Admission } from './admission.ts'
import { openServer } from './server.ts'
import { withTurns } from './with-turns.ts'

const [FLOOD, FAMILY] = ['127.0.0.2', '127.0.0.3']
const CONNECTIONS = 200
const WORK_MS = 0.2

let server: Awaited<ReturnType<typeof openServer>>
/** Who was served, in order: the path of the request. */
let served: string[]
const sockets: Socket[] = []

beforeEach(async () => {
  served = []
  const admission = new Admission()
  const config = { port: 0, host: '127.0.0.1', trustedProxies: 0, publicUrl: '' } as Config
  const listener = withTurns(
    async (request, response) => {
      served.push(request.url ?? '')
      if (request.url?.includes('later')) await Promise.resolve()
      for (const until = performance.now() + WORK_MS; performance.now() < until;);
      response.end('ok')
    },
    { admission, trustedProxies: 0 },
  )
  server = await openServer(config, listener, admission.accepted)
})
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await server.close()
})

function open(address: string, path: string): Socket {
  const socket = connect({ port: Number(new URL(server.url).port), host: '127.0.0.1', localAddress: address })
  socket.write(`GET ${path} HTTP/1.1\r\nHost: a.example\r\n\r\n`)
  sockets.push(socket.on('error', () => {}))
  return socket
}

/** Each connection sends its next request when it has the response to the former. */
async function flood(path: string): Promise<void> {
  for (let count = 0; count < CONNECTIONS; count += 1) {
    const socket = open(FLOOD, path)
    socket.on('data', () => void socket.write(`GET ${path} HTTP/1.1\r\nHost: a.example\r\n\r\n`))
  }
  await expect.poll(() => served.length).toBeGreaterThan(5 * CONNECTIONS)
}

it.each(['/at-once', '/later'])(
  'A new connection is served soon while an address asks for %s on 200 connections and opens more',
  async (path) => {
    await flood(path)
    for (let count = 0; count < 50; count += 1) open(FLOOD, path)
    const before = served.length
    await once(open(FAMILY, '/family'), 'data')
    // Without turns the event loop accepts one connection for 200 requests.
    expect(served.indexOf('/family') - before).toBeLessThan(5 * CONNECTIONS)
  },
)

it('A request whose client left while it waited is not handled', async () => {
  const admission = new Admission()
  const handled: string[] = []
  const listener = withTurns(({ url = '' }) => void handled.push(url), { admission, trustedProxies: 0 })
  admission.accepted()
  const arrive = (url: string, destroyed: boolean) =>
    listener({ url, headers: {}, socket: { destroyed } } as IncomingMessage, { writableEnded: true } as ServerResponse)
  arrive('/left', true)
  arrive('/stayed', false)
  await expect.poll(() => handled).toEqual(['/stayed'])
})
