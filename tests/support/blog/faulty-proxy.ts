import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A TCP proxy to a local server that can break, silence or drop connections. */
export interface FaultyProxy {
  readonly port: number
  /** Connections break, and new ones are refused. */
  readonly cut: () => void
  /** Connections stay open, but no byte arrives any more, as behind a NAT that dropped them. With `all`, new connections are silent, too. */
  readonly silence: (options?: { all?: boolean }) => void
  /** New connections work again. Silent connections stay silent. */
  readonly restore: () => void
  /** Breaks all connections each time that this many more bytes were sent to the server; new ones work at once. */
  readonly dropAfter: (...byteCounts: readonly number[]) => void
  /** Number of drops so far. */
  readonly drops: () => number
  readonly close: () => Promise<void>
}

export async function startFaultyProxy(target: { host: string; port: number }): Promise<FaultyProxy> {
  const sockets = new Set<Socket>()
  let state: 'open' | 'cut' | 'silent' = 'open'
  let pendingDrops: number[] = []
  let drops = 0
  const breakAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  const countSent = (bytes: number) => {
    const [left, ...later] = pendingDrops
    if (left === undefined) return
    pendingDrops = [left - bytes, ...later]
    if (left > bytes) return
    pendingDrops = later
    drops += 1
    breakAll()
  }
  const server = createServer((near) => {
    if (state === 'cut') return void near.destroy()
    const far = connect(target)
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('close', () => sockets.delete(socket))
      socket.on('error', () => {})
    }
    near.on('close', () => far.destroy())
    far.on('close', () => near.destroy())
    if (state === 'silent') return swallow(near, far)
    near.on('data', ({ byteLength }) => countSent(byteLength))
    near.pipe(far)
    far.pipe(near)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    cut() {
      state = 'cut'
      breakAll()
    },
    silence({ all = false } = {}) {
      if (all) state = 'silent'
      swallow(...sockets)
    },
    restore() {
      state = 'open'
    },
    dropAfter(...byteCounts) {
      pendingDrops = [...byteCounts]
    },
    drops: () => drops,
    async close() {
      breakAll()
      server.close()
      await once(server, 'close')
    },
  }
}

function swallow(...sockets: Socket[]): void {
  for (const socket of sockets) socket.unpipe().resume()
}
