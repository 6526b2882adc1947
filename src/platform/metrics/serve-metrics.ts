import { createServer } from 'node:http'
import { codeOf, StartError } from '#platform/process/start-error.ts'

/** Serves `/metrics` at a separate address, which readers cannot reach. @throws StartError */
export async function serveMetrics(
  { host, port }: { host: string; port: number },
  text: () => Promise<string>,
): Promise<{ url: string; close: () => void }> {
  const server = createServer((request, response) => {
    if (request.url !== '/metrics') return void response.writeHead(404).end()
    text().then(
      (body) => response.writeHead(200, { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' }).end(body),
      () => response.writeHead(500).end(),
    )
  })
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.once('error', reject)
  server.listen({ port, host }, resolve)
  try {
    await promise
  } catch (error) {
    throw new StartError(listenMistake({ host, port }, codeOf(error)))
  }
  const address = server.address()
  const close = () => {
    server.close()
    server.closeAllConnections()
  }
  return { url: `http://${host}:${typeof address === 'object' ? address?.port : port}/metrics`, close }
}

function listenMistake({ host, port }: { host: string; port: number }, code: string): string {
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return `METRICS_HOST ${host} is no address of this machine (${code}).`
  return `METRICS_PORT ${port} cannot be listened on (${code}). Set it to a free one.`
}
