import { createWriteStream } from 'node:fs'
import { createServer } from 'node:http'
import { pipeline } from 'node:stream/promises'

/** The floor of an upload: node:http that writes what it receives to a file. UPLOAD_FLOOR_FILE names it. */
const path = process.env['UPLOAD_FLOOR_FILE'] ?? '/dev/null'
const server = createServer((request, response) => {
  void pipeline(request, createWriteStream(path)).then(() => response.writeHead(204).end())
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (typeof address === 'object' && address) process.stdout.write(`${address.port}\n`)
})
