import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { parentPort, Worker, workerData } from 'node:worker_threads'

/** What one client asks for, from one address, as fast as it can. */
export interface HammerOrder {
  readonly port: number
  /** Of this client: any of 127.0.0.0/8. */
  readonly address: string
  /** Whole requests, sent in turn. */
  readonly requests: readonly string[]
  /** Connections that stay open and send the next request when the response to the former has begun. */
  readonly connections: number
  /** New connections, with one request each. */
  readonly newPerSecond: number
}

export interface Hammer {
  /** @returns the number of responses so far, by status */
  readonly count: () => Promise<Readonly<Record<string, number>>>
  readonly stop: () => Promise<Readonly<Record<string, number>>>
}

/** Starts a client in a thread of its own, so that it does not slow down the measuring one. */
export async function startHammer(order: HammerOrder): Promise<Hammer> {
  const worker = new Worker(new URL(import.meta.url), { workerData: order })
  const say = async (word?: string): Promise<Readonly<Record<string, number>>> => {
    if (word !== undefined) worker.postMessage(word)
    const [statuses] = (await once(worker, 'message')) as [Readonly<Record<string, number>>]
    return statuses
  }
  await say()
  return {
    count: () => say('count'),
    async stop() {
      const statuses = await say('stop')
      await worker.terminate()
      return statuses
    },
  }
}

if (parentPort !== null) {
  const { port, address, requests, connections, newPerSecond } = workerData as HammerOrder
  const statuses: Record<string, number> = {}
  const sockets = new Set<Socket>()
  let number = 0
  let isEnded = false
  const count = (status: string) => (statuses[status] = (statuses[status] ?? 0) + 1)
  const open = (keepsOpen: boolean) => {
    if (isEnded) return
    const socket = connect({ port, host: '127.0.0.1', localAddress: address })
    sockets.add(socket)
    const next = () => void socket.write(requests[(number += 1) % requests.length] ?? '')
    socket.on('connect', next)
    socket.on('data', (chunk) => {
      const status = /^HTTP\/1\.1 (\d{3})/.exec(chunk.toString('latin1'))?.[1]
      if (status === undefined) return
      count(status)
      if (!keepsOpen) return void socket.destroy()
      next()
    })
    socket.on('error', (error: NodeJS.ErrnoException) => count(error.code ?? 'error'))
    socket.on('close', () => {
      sockets.delete(socket)
      if (keepsOpen && !isEnded) setTimeout(open, 50, true)
    })
  }
  for (let index = 0; index < connections; index += 1) open(true)
  const timer = setInterval(() => open(false), 1000 / newPerSecond)
  parentPort.postMessage(statuses)
  parentPort.on('message', (word) => {
    parentPort?.postMessage(statuses)
    if (word === 'count') return
    isEnded = true
    clearInterval(timer)
    for (const socket of sockets) socket.destroy()
  })
}
