import { createSocket } from 'node:dgram'
import { once } from 'node:events'

/** What a name has: IPv4 addresses, or texts. */
export interface DnsRecords {
  readonly a?: readonly string[]
  readonly txt?: readonly string[]
}

export interface DnsServer {
  /** `127.0.0.1:port` */
  readonly address: string
  readonly stop: () => Promise<void>
}

const TYPE = { a: 1, txt: 16 } as const
const NAME_ERROR = 3

/** A real name server on loopback for records of type A and TXT (RFC 1035). Other names do not exist. */
export async function startDnsServer(records: Readonly<Record<string, DnsRecords>>): Promise<DnsServer> {
  const socket = createSocket('udp4')
  socket.on('message', (query, { port, address }) => socket.send(respond(query, records), port, address))
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return {
    address: `127.0.0.1:${socket.address().port}`,
    async stop() {
      const closed = once(socket, 'close')
      socket.close()
      await closed
    },
  }
}

function respond(query: Buffer, records: Readonly<Record<string, DnsRecords>>): Buffer {
  const labels: string[] = []
  let at = 12
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  const question = query.subarray(12, at + 5)
  const found = records[labels.join('.').toLowerCase()]
  const responses = found ? recordsOf(found, query.readUInt16BE(at + 1)) : []
  const head = Buffer.alloc(12)
  head.writeUInt16BE(query.readUInt16BE(0), 0)
  // A response, authoritative, with recursion desired and available.
  head.writeUInt16BE(0x8580 | (found ? 0 : NAME_ERROR), 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt16BE(responses.length, 6)
  return Buffer.concat([head, question, ...responses])
}

function recordsOf({ a = [], txt = [] }: DnsRecords, type: number): Buffer[] {
  if (type === TYPE.a) return a.map((address) => toRecord(type, Buffer.from(address.split('.').map(Number))))
  if (type !== TYPE.txt) return []
  return txt.map((text) => {
    const parts = text.match(/[\s\S]{1,255}/g) ?? ['']
    return toRecord(type, Buffer.concat(parts.map((part) => Buffer.concat([Buffer.from([part.length]), Buffer.from(part, 'latin1')]))))
  })
}

function toRecord(type: number, data: Buffer): Buffer {
  const head = Buffer.alloc(12)
  // The name of the question, class IN, valid for no time.
  head.writeUInt16BE(0xc00c, 0)
  head.writeUInt16BE(type, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt16BE(data.length, 10)
  return Buffer.concat([head, data])
}
