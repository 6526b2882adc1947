import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { UPLOAD_RETRY_MS } from '#contract/limits.ts'
import type { Config } from '#server/platform/config.ts'
import { codeOf, StartError } from '#server/platform/start-error.ts'

/** How long running requests may take to finish when the blog is stopped. */
const CLOSE_GRACE_MS = 8000
const SWEEP_MS = 50

export async function listen(config: Config, listener: RequestListener): Promise<Server> {
  const server = createServer({ requestTimeout: UPLOAD_RETRY_MS, headersTimeout: 15_000, keepAliveTimeout: 10_000 }, listener)
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.once('error', reject)
  server.listen(config.port, config.host, resolve)
  try {
    await promise
  } catch (error) {
    throw new StartError(listenProblem(config, codeOf(error)))
  }
  return server
}

function listenProblem({ host, port }: Config, code: string): string {
  if (code === 'EADDRINUSE') return `Port ${port} on ${host} is taken by another program. Set PORT to a free one, or stop the other.`
  if (code === 'EACCES') return `This user may not listen on port ${port}. Set PORT to one above 1023.`
  return `Listening on ${host} port ${port} failed (${code}).`
}

/** With PORT=0 the system chose one. */
export function addressOf(config: Config, server: Server): string {
  const { port } = server.address() as AddressInfo
  return config.port === 0 ? `http://${config.host}:${port}` : config.publicUrl
}

/** Stops taking requests, lets running ones finish, then cuts what is left. */
export async function closeServer(server: Server): Promise<void> {
  const closed = Promise.withResolvers<void>()
  server.close(() => closed.resolve())
  // A connection whose request has just been answered would be kept open for another one.
  const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS)
  const timer = setTimeout(() => server.closeAllConnections(), CLOSE_GRACE_MS)
  await closed.promise
  clearInterval(sweep)
  clearTimeout(timer)
}
