import { createServer } from 'node:http'
import { codeOf, StartError } from '#server/platform/start-error.ts'

const LOOPBACK = '127.0.0.1'

/** Gives the figures to who asks on this machine; they are nobody else's business. @throws StartError */
export async function serveMetrics(port: number, text: () => Promise<string>): Promise<{ url: string; close: () => void }> {
  const server = createServer((request, response) => {
    if (request.url !== '/metrics') return void response.writeHead(404).end()
    text().then(
      (body) => response.writeHead(200, { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' }).end(body),
      () => response.writeHead(500).end(),
    )
  })
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.once('error', reject)
  server.listen({ port, host: LOOPBACK, exclusive: true }, resolve)
  try {
    await promise
  } catch (error) {
    throw new StartError(`METRICS_PORT ${port} cannot be listened on (${codeOf(error)}). Set it to a free one.`)
  }
  const address = server.address()
  const close = () => {
    server.close()
    server.closeAllConnections()
  }
  return { url: `http://${LOOPBACK}:${typeof address === 'object' ? address?.port : port}/metrics`, close }
}
