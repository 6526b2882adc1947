import { createServer } from 'node:http'

/**
 * The floor: a bare node:http server that sends one fixed answer. Run as a process of its own.
 * Input on stdin: JSON { body: base64, headers: object }. Output: its port on one line.
 */
const chunks: Buffer[] = []
for await (const chunk of process.stdin) chunks.push(chunk as Buffer)
const { body, headers } = JSON.parse(Buffer.concat(chunks).toString()) as { body: string; headers: Record<string, string> }
const bytes = Buffer.from(body, 'base64')

const server = createServer((_request, response) => {
  response.writeHead(200, headers)
  response.end(bytes)
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (typeof address === 'object' && address) process.stdout.write(`${address.port}\n`)
})
