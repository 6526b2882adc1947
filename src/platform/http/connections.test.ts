import { createServer, type Server } from 'node:http'
import { Duplex } from 'node:stream'
import { expect, it, onTestFinished } from 'vitest'
import { limitConnections } from './server.ts'

/** A connection that says nothing: this machine has one address of IPv6. */
const connect = (server: Server, remoteAddress: string): Duplex => {
  const socket = new Duplex({ read() {}, write: (_chunk, _encoding, done) => done() })
  server.emit('connection', Object.assign(socket, { remoteAddress }))
  return socket
}

const openCount = (sockets: readonly Duplex[]) => sockets.filter(({ destroyed }) => !destroyed).length

/** A server with these connections, of which it has closed those that are too many. */
function connectAll(addresses: readonly string[]) {
  const server = createServer(() => {})
  limitConnections(server)
  const sockets = addresses.map((address) => connect(server, address))
  onTestFinished(() => sockets.forEach((socket) => void socket.destroy()))
  return { server, sockets }
}

const times = (count: number, addressOf: (index: number) => string) => Array.from({ length: count }, (_, index) => addressOf(index))

it.each([
  ['one address of IPv4', '203.0.113.7', '203.0.113.8'],
  ['one household of IPv6', '2001:db8:1:1::2', '2001:db8:1:2::2'],
])('Of %s 500 connections stay open, and another one beside it has its own', (_, address, other) => {
  const { server, sockets } = connectAll(times(520, () => address))
  expect(openCount(sockets)).toBe(500)
  expect(connect(server, other).destroyed).toBe(false)
})

it('Of one network of IPv6 1,500 connections stay open however many addresses they have, and further ones when those end', async () => {
  const { server, sockets } = connectAll(times(3000, (index) => `2001:db8:1:${(index % 1000).toString(16)}::2`))
  expect(openCount(sockets)).toBe(1500)
  expect(connect(server, '2001:db8:2:1::2').destroyed).toBe(false)
  expect(connect(server, '203.0.113.7').destroyed).toBe(false)
  for (const socket of sockets) socket.destroy()
  await expect.poll(() => connect(server, '2001:db8:1:ffff::2').destroyed).toBe(false)
})
