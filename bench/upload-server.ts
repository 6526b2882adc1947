import { createWriteStream } from 'node:fs'
import { createServer } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { listenOnFreePort, readInput } from './server-process.ts'

/** Baseline ('floor') for uploads: a bare node:http server that writes request bodies to a file. */
const { file } = await readInput<{ file: string }>()
const server = createServer((request, response) => {
  void pipeline(request, createWriteStream(file)).then(() => response.writeHead(204).end())
})
listenOnFreePort(server)
