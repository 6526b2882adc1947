import { createServer } from 'node:http'

/**
 * The floor: a bare node:http server that sends one fixed answer. Run as a process of its own.
 * Input on stdin: JSON { status, headers, body: base64 }. Output: its port on one line.
 */
interface Input {
  readonly status: number
  readonly headers: Record<string, string>
  readonly body: string
}

const chunks: Buffer[] = []
for await (const chunk of process.stdin) chunks.push(chunk as Buffer)
const { status, headers, body } = JSON.parse(Buffer.concat(chunks).toString()) as Input
const bytes = Buffer.from(body, 'base64')

const server = createServer((_request, response) => {
  response.writeHead(status, headers)
  response.end(status === 304 ? undefined : bytes)
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (typeof address === 'object' && address) process.stdout.write(`${address.port}\n`)
})
