import type { RequestListener } from 'node:http'
import type { Socket } from 'node:net'

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
