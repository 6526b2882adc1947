import { createServer, type RequestListener, type Server } from 'node:http'
import { type AddressInfo, Server as NetServer } from 'node:net'
import { UPLOAD_RETRY_MS } from '#contract/limits.ts'
import type { Config } from '#server/platform/config.ts'
import { codeOf, StartError } from '#server/platform/start-error.ts'

/** Headers are there by then. */
const HEADERS_TIMEOUT_MS = 15_000
/** A whole request is; an upload may be slow. */
const REQUEST_TIMEOUT_MS = UPLOAD_RETRY_MS
/** A connection over which nothing moves, in either direction, is dead. Longer than any answer of ours is waited for. */
const SOCKET_TIMEOUT_MS = 60_000
/** A connection waits so long for its next request. A proxy in front has to let go sooner (docs/operating.md). */
const KEEP_ALIVE_MS = 10_000
const CHECK_MS = 5000
/** More at once are turned away at the door: each costs memory. */
const CONNECTIONS_MAX = 10_000

/** How long running requests may take to finish when the blog is stopped. */
const CLOSE_GRACE_MS = 8000
/** And when another process has taken over. */
const DRAIN_GRACE_MS = 45_000
const SWEEP_MS = 50

export interface OpenServer {
  readonly url: string
  /** Stops taking requests, lets running ones finish, then cuts what is left. */
  readonly close: () => Promise<void>
  /** Another process listens at the same place: takes no new connections, and lets go of the ones there are when they rest. */
  readonly drain: () => Promise<void>
}

/** @throws StartError */
export async function openServer(config: Config, listener: RequestListener): Promise<OpenServer> {
  const server = createServer(
    {
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
      connectionsCheckingInterval: CHECK_MS,
    },
    listener,
  )
  server.timeout = SOCKET_TIMEOUT_MS
  server.maxConnections = CONNECTIONS_MAX
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.once('error', reject)
  server.listen(config.port, config.host, resolve)
  try {
    await promise
  } catch (error) {
    throw new StartError(listenProblem(config, codeOf(error)))
  }
  const closed = Promise.withResolvers<void>()
  server.once('close', closed.resolve)
  return {
    url: addressOf(config, server),
    close: () => closeServer(server, closed.promise),
    drain: () => drainServer(server, closed.promise),
  }
}

function listenProblem({ host, port }: Config, code: string): string {
  if (code === 'EADDRINUSE') return `Port ${port} on ${host} is taken by another program. Set PORT to a free one, or stop the other.`
  if (code === 'EACCES') return `This user may not listen on port ${port}. Set PORT to one above 1023.`
  return `Listening on ${host} port ${port} failed (${code}).`
}

/** With PORT=0 the system chose one. */
function addressOf(config: Config, server: Server): string {
  const { port } = server.address() as AddressInfo
  return config.port === 0 ? `http://${config.host}:${port}` : config.publicUrl
}

async function closeServer(server: Server, closed: Promise<void>): Promise<void> {
  server.close()
  // A connection whose request has just been answered would be kept open for another one.
  const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS)
  const timer = setTimeout(() => server.closeAllConnections(), CLOSE_GRACE_MS)
  await closed
  clearInterval(sweep)
  clearTimeout(timer)
}

/**
 * A connection that rests is never closed here: its client may be sending the next request at this moment, and would lose
 * it. It is answered once more and told to come back over a new one, or ends by itself when its time is over.
 */
async function drainServer(server: Server, closed: Promise<void>): Promise<void> {
  server.prependListener('request', (_request, response) => response.setHeader('Connection', 'close'))
  // An HTTP server's own close() ends the connections that rest.
  NetServer.prototype.close.call(server)
  const patience = Promise.withResolvers<void>()
  const timer = setTimeout(patience.resolve, DRAIN_GRACE_MS)
  await Promise.race([closed, patience.promise])
  clearTimeout(timer)
}
