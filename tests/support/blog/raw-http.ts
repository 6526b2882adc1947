import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** A TCP connection that sends bytes as they are, for requests that no HTTP client would send. */
export interface RawConnection {
  readonly socket: Socket
  /** Everything that was received so far. */
  readonly received: () => string
  /** Resolves with everything that was received when the other end closes. */
  readonly closed: Promise<string>
  readonly close: () => void
}

interface RawOptions {
  /** False: nothing that arrives is read. */
  readonly isReading?: boolean
  /** Address of the client, any of 127.0.0.0/8 on Linux. */
  readonly localAddress?: string
}

export async function openRaw(
  url: string,
  bytes: string | Buffer = '',
  { isReading = true, localAddress }: RawOptions = {},
): Promise<RawConnection> {
  const { hostname, port } = new URL(url)
  const socket = connect({ port: Number(port), host: hostname, ...(localAddress === undefined ? {} : { localAddress }) })
  const chunks: Buffer[] = []
  const received = () => Buffer.concat(chunks).toString('latin1')
  const { promise: closed, resolve } = Promise.withResolvers<string>()
  socket.on('error', () => {})
  socket.once('close', () => resolve(received()))
  if (isReading) socket.on('data', (chunk: Buffer) => void chunks.push(chunk))
  await Promise.race([once(socket, 'connect'), closed])
  if (bytes.length > 0) socket.write(bytes)
  return { socket, received, closed, close: () => void socket.destroy() }
}

const QUIET_MS = 400

/** Sends one request in raw bytes. @returns all that comes back until the server closes, or is quiet after its first bytes */
export async function sendRaw(url: string, bytes: string | Buffer): Promise<string> {
  const connection = await openRaw(url, bytes)
  let timer: NodeJS.Timeout | undefined
  const { promise: quiet, resolve } = Promise.withResolvers<void>()
  const restart = () => {
    clearTimeout(timer)
    timer = setTimeout(resolve, QUIET_MS)
  }
  connection.socket.on('data', restart)
  await Promise.race([quiet, connection.closed])
  clearTimeout(timer)
  connection.close()
  return connection.received()
}

/** The status of each response in what was received. */
export const statusesOf = (received: string): number[] => [...received.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status))
