import { createServer, type RequestListener, type Server } from 'node:http'
import { type AddressInfo, Server as NetServer, type Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { MINUTE_MS } from '#platform/contract/limits.ts'
import { type Config, hostInUrl } from '#platform/process/config.ts'
import { codeOf, StartError } from '#platform/process/start-error.ts'
import { clientAddress, networkOf } from './address.ts'
import { withBoundedPath, withWholeBody } from './request-bodies.ts'

/** Limits the time for the headers of a request. */
const HEADERS_TIMEOUT_MS = 10_000
/** Limits the time for a whole request; an upload may be slow. Other bodies have their own limits. */
const REQUEST_TIMEOUT_MS = 10 * MINUTE_MS
/** A connection without traffic in either direction is closed after this time; no response takes so long. */
const SOCKET_TIMEOUT_MS = 60_000
/** Limits the wait for the next request on a connection. */
const KEEP_ALIVE_MS = 10_000
/**
 * The same behind a proxy, which passes on whole headers only and closes idle connections itself, sooner (docs/operating.md). If it
 * had to wait for the processor meanwhile, it sends on a connection that has been silent for longer than its limit.
 */
const PROXY_KEEP_ALIVE_MS = 75_000
const CHECK_MS = 5000
/** Each connection costs memory; further ones are closed. */
const CONNECTIONS_MAX = 10_000
/**
 * When there is no proxy in front: per client address, which a hospital's readers may share, and per network that one customer
 * of a provider gets, with 65,536 addresses of IPv6.
 */
const CONNECTIONS_PER_ADDRESS = 500
const CONNECTIONS_PER_NETWORK = 1500

/** Running requests may take this long when the blog stops, and idle connections of a proxy stay open; then they are cut. */
const CLOSE_GRACE_MS = 8000
const SWEEP_MS = 50

/** Where the service manager holds the port, the blog gets it as the first descriptor after the standard ones (`LISTEN_FDS`). */
const INHERITED = 3
/** Connections that the kernel keeps while a process starts. */
const BACKLOG = 4096

interface OpenServer {
  readonly url: string
  /** Accepts no new connections, responds with `Connection: close`, and cuts remaining connections after the grace periods. */
  readonly close: () => Promise<void>
}

/** @param onConnection called for each connection that was accepted @throws StartError */
export async function openServer(config: Config, listener: RequestListener, onConnection: () => void): Promise<OpenServer> {
  const isBehindProxy = config.trustedProxies > 0
  const server = createServer(
    {
      headersTimeout: isBehindProxy ? REQUEST_TIMEOUT_MS : HEADERS_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      keepAliveTimeout: isBehindProxy ? PROXY_KEEP_ALIVE_MS : KEEP_ALIVE_MS,
      connectionsCheckingInterval: CHECK_MS,
    },
    serializeRequests(withBoundedPath(withWholeBody(listener, config))),
  )
  server.timeout = SOCKET_TIMEOUT_MS
  server.maxConnections = CONNECTIONS_MAX
  server.on('connection', onConnection)
  if (!isBehindProxy) limitConnections(server)
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.once('error', reject)
  // In this form Node passes the backlog on for both kinds of address.
  server.listen(isInherited(process.env) ? { fd: INHERITED } : { port: config.port, host: config.host }, BACKLOG, resolve)
  try {
    await promise
  } catch (error) {
    throw new StartError(listenProblem(config, codeOf(error)))
  }
  const closed = Promise.withResolvers<void>()
  server.once('close', closed.resolve)
  return { url: addressOf(config, server), close: () => closeServer(server, closed.promise, isBehindProxy) }
}

/** The protocol of systemd's sockets; `kindred service` follows it, too. */
const isInherited = ({ LISTEN_FDS, LISTEN_PID }: NodeJS.ProcessEnv): boolean =>
  LISTEN_FDS === '1' && (LISTEN_PID === undefined || LISTEN_PID === String(process.pid))

/** Closes connections beyond those that an address, or the network that it is in, may have. */
export function limitConnections(server: Server): void {
  const open = new Map<string, number>()
  const count = (key: string, change: 1 | -1) => {
    const next = (open.get(key) ?? 0) + change
    if (next > 0) open.set(key, next)
    else open.delete(key)
  }
  server.on('connection', (socket) => {
    const address = clientAddress({ remoteAddress: socket.remoteAddress, forwardedFor: null, trustedProxies: 0 })
    const network = networkOf(address)
    if ((open.get(address) ?? 0) >= CONNECTIONS_PER_ADDRESS || (open.get(network) ?? 0) >= CONNECTIONS_PER_NETWORK) {
      return void socket.destroy()
    }
    const keys = address === network ? [address] : [address, network]
    for (const key of keys) count(key, 1)
    socket.once('close', () => {
      for (const key of keys) count(key, -1)
    })
  })
}

function listenProblem({ host, port }: Config, code: string): string {
  if (code === 'EADDRINUSE') return `Port ${port} on ${host} is taken by another program. Set PORT to a free one, or stop the other.`
  if (code === 'EACCES') return `This user may not listen on port ${port}. Set PORT to one above 1023.`
  return `The blog cannot listen on HOST ${host}, PORT ${port} (${code}).`
}

/** With PORT=0 the system chooses the port. */
function addressOf(config: Config, server: Server): string {
  const { port } = server.address() as AddressInfo
  return config.port === 0 ? `http://${hostInUrl(config.host)}:${port}` : config.publicUrl
}

/**
 * A proxy may be sending a request on an idle connection at this moment, and would not repeat a POST. So its connections
 * get one more response, with `Connection: close`, or the proxy closes them itself.
 */
async function closeServer(server: Server, closed: Promise<void>, isBehindProxy: boolean): Promise<void> {
  server.prependListener('request', (_request, response) => response.setHeader('Connection', 'close'))
  // Connections in the kernel's queue are accepted in this event-loop tick.
  await nextTurn()
  // An HTTP server's own close() cuts idle connections.
  NetServer.prototype.close.call(server)
  const sweep = isBehindProxy ? undefined : setInterval(() => server.closeIdleConnections(), SWEEP_MS)
  const timer = setTimeout(() => server.closeAllConnections(), CLOSE_GRACE_MS)
  await closed
  clearInterval(sweep)
  clearTimeout(timer)
}

/** Maximum requests queued behind an earlier response on the same connection. Browsers and proxies do not pipeline. */
const QUEUED_MAX = 16

/**
 * Handles the requests of a connection one after another, while Node would start all at once. Each starts when the previous
 * response has been written to the kernel, so a client that does not read gets no further ones.
 */
export function serializeRequests(listener: RequestListener): RequestListener {
  const queued = new WeakMap<Socket, number>()
  return (request, response) => {
    // Node gives a response its socket when it is the first in line.
    if (response.socket !== null) return listener(request, response)
    const { socket } = request
    const count = queued.get(socket) ?? 0
    if (count === QUEUED_MAX) socket.destroy()
    if (socket.destroyed) return
    queued.set(socket, count + 1)
    response.once('socket', () => {
      queued.set(socket, (queued.get(socket) ?? 1) - 1)
      process.nextTick(listener, request, response)
    })
  }
}
