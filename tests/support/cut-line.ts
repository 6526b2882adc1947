import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A TCP proxy to a server on this machine that can be cut, or fall silent, and be joined again. */
export interface CutLine {
  readonly port: number
  /** Connections break, and new ones are refused. */
  readonly cut: () => void
  /** Connections stay open, but no byte arrives any more, as behind a NAT that dropped them. With `all`, new connections are silent, too. */
  readonly silence: (options?: { all?: boolean }) => void
  /** New connections work. What was silent stays silent. */
  readonly join: () => void
  readonly close: () => Promise<void>
}

export async function startCutLine(target: { host: string; port: number }): Promise<CutLine> {
  const sockets = new Set<Socket>()
  let state: 'open' | 'cut' | 'silent' = 'open'
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
    near.pipe(far)
    far.pipe(near)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    cut() {
      state = 'cut'
      for (const socket of sockets) socket.destroy()
    },
    silence({ all = false } = {}) {
      if (all) state = 'silent'
      swallow(...sockets)
    },
    join() {
      state = 'open'
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

function swallow(...sockets: Socket[]): void {
  for (const socket of sockets) socket.unpipe().resume()
}
