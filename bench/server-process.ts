import type { Server } from 'node:http'

/** Baseline servers get their input as JSON on standard input, and print their port to standard output. */
export async function readInput<Input>(): Promise<Input> {
  const chunks: Buffer[] = []
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer)
  return JSON.parse(Buffer.concat(chunks).toString()) as Input
}

export function listenOnFreePort(server: Server): void {
  server.listen(0, '127.0.0.1', () => {
    const address = server.address()
    if (typeof address === 'object' && address) process.stdout.write(`${address.port}\n`)
  })
}
