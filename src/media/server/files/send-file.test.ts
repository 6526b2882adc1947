import { randomBytes } from 'node:crypto'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { createServer, type Server } from 'node:http'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { once } from 'node:events'
import { getRequestListener, type Http2Bindings, type HttpBindings } from '@hono/node-server'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { AppError } from '#platform/contract/errors.ts'
import type { FileStore } from '#platform/storage/file-store.ts'
import { createFolderFileStore } from '#platform/storage/folder-file-store.ts'
import { ALONE } from '#platform/http/request-context.ts'
import { createFileSender } from './send-file.ts'

const KEY = 'abcdefghijklmnop/640.webp'
const ETAG = '"abcdefghijklmnop-640.webp"'
const LARGE_KEY = 'abcdefghijklmnop/1600.webp'
const bytes = randomBytes(1000)
/** More than the buffers of a connection hold. */
const LARGE_BYTES = 8 * 1024 * 1024

let folder: string
let files: FileStore
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kindred-send-'))
  files = createFolderFileStore(folder)
  await files.write(KEY, bytes)
  await files.write(LARGE_KEY, randomBytes(LARGE_BYTES))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

describe('A file', () => {
  /** Returns the response, and how often the file was opened for it. */
  async function send(headers: Record<string, string> = {}, { method = 'GET', isPublic = true } = {}) {
    let opened = 0
    const counting: FileStore = {
      ...files,
      async find(key) {
        const file = await files.find(key)
        return file && { size: file.size, open: (range) => ((opened += 1), file.open(range)) }
      },
      read: () => Promise.reject(new Error('The whole file must not be read into memory.')),
    }
    const request = new Request('http://blog.example/files', { headers, method })
    const response = await createFileSender(counting)({ key: KEY, isPublic, address: '10.0.0.1', request, place: ALONE })
    const body = Buffer.from(await response.arrayBuffer())
    return { status: response.status, headers: response.headers, body, opened }
  }

  it('A file is sent whole with its type, length and ETag', async () => {
    const { status, headers, body, opened } = await send()
    expect([status, opened]).toEqual([200, 1])
    expect(body).toEqual(bytes)
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'image/webp',
      'content-length': '1000',
      'cache-control': 'public, max-age=31536000, s-maxage=0, immutable',
      'accept-ranges': 'bytes',
      etag: ETAG,
    })
  })

  it('A restricted file may be cached only by its reader, and is revalidated each time', async () => {
    const restricted = { isPublic: false }
    const responses = [await send({}, restricted), await send({ 'if-none-match': ETAG }, restricted)]
    expect(responses.map(({ status }) => status)).toEqual([200, 304])
    for (const { headers } of responses) expect(headers.get('cache-control')).toBe('private, no-cache')
  })

  it.each([ETAG, `W/${ETAG}`, `"other", ${ETAG}`, '*'])(
    'A file is not opened for If-None-Match: %s, and the response is 304',
    async (condition) => {
      const { status, headers, body, opened } = await send({ 'if-none-match': condition, range: 'bytes=0-9' })
      expect([status, body.byteLength, opened, headers.get('etag')]).toEqual([304, 0, 0, ETAG])
    },
  )

  it('A file is sent while it is the one that If-Match names, and else refused', async () => {
    for (const condition of ['*', ETAG, `"other", ${ETAG}`]) expect((await send({ 'if-match': condition })).status).toBe(200)
    for (const condition of ['"other"', `W/${ETAG}`]) {
      await expect(send({ 'if-match': condition, range: 'bytes=0-9' })).rejects.toMatchObject({ status: 412 })
    }
  })

  it('A file is not opened for HEAD', async () => {
    const { status, headers, body, opened } = await send({ range: 'bytes=0-9' }, { method: 'HEAD' })
    expect([status, headers.get('content-length'), body.byteLength, opened]).toEqual([200, '1000', 0, 0])
  })

  it.each([
    ['bytes=10-19', 10, 19],
    ['bytes=990-', 990, 999],
    ['bytes=-5', 995, 999],
    ['bytes=-5000', 0, 999],
    ['bytes=0-99999', 0, 999],
    ['Bytes=0-0', 0, 0],
  ])('A part of a file is sent for Range: %s', async (range, start, end) => {
    const { status, headers, body } = await send({ range })
    expect([status, headers.get('content-range')]).toEqual([206, `bytes ${start}-${end}/1000`])
    expect(headers.get('content-length')).toBe(String(end - start + 1))
    expect(body).toEqual(bytes.subarray(start, end + 1))
  })

  it.each(['bytes=1000-', 'bytes=99999-100000', 'bytes=-0', `bytes=${'9'.repeat(400)}-`])(
    'The response is 416 for Range: %s',
    async (range) => {
      const { status, headers, opened } = await send({ range })
      expect([status, headers.get('content-range'), opened]).toEqual([416, 'bytes */1000', 0])
    },
  )

  it.each(['bytes=0-1,5-6', 'bytes=9-5', 'bytes=-', 'bytes=a-b', 'lines=0-1'])('A whole file is sent for Range: %s', async (range) => {
    const { status, body } = await send({ range })
    expect([status, body.byteLength]).toEqual([200, 1000])
  })

  it('A part is sent when If-Range names the ETag, and the whole file otherwise', async () => {
    const statuses = []
    for (const condition of [ETAG, `W/${ETAG}`, '"other"', 'Wed, 21 Oct 2026 07:28:00 GMT'])
      statuses.push((await send({ range: 'bytes=0-9', 'if-range': condition })).status)
    expect(statuses).toEqual([206, 200, 200, 200])
  })

  it('A file that is deleted before it is opened is not found', async () => {
    const vanishing = { ...files, find: async () => ({ size: 5, open: async () => undefined }) }
    const deleted = { key: KEY, isPublic: true, address: '10.0.0.1', request: new Request('http://blog.example/'), place: ALONE }
    await expect(createFileSender(vanishing)(deleted)).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('Clients that do not read their responses', () => {
  const sockets: Socket[] = []
  let server: Server
  let statuses: number[]
  /** Addresses of the clients that lost their connection. */
  const disconnected: string[] = []
  /** Serves the large file at every path, through the same adapter as the blog. */
  beforeAll(async () => {
    statuses = []
    // Time stands still, so no file gives up its place because it has not moved for some seconds.
    const send = createFileSender(files, () => 0)
    const fetchFile = async (request: Request, { incoming: { socket } }: HttpBindings | Http2Bindings): Promise<Response> => {
      const place = { ...ALONE, disconnect: () => void (disconnected.push(request.headers.get('x-address') ?? ''), socket.destroy()) }
      const address = request.headers.get('x-address') ?? '10.0.0.1'
      const response = await send({ key: request.url.endsWith('small') ? KEY : LARGE_KEY, isPublic: true, address, request, place }).catch(
        (error: AppError) => {
          const headers = { 'Retry-After': String(error.retryAfterSeconds) }
          return new Response(null, { status: error.status, headers })
        },
      )
      statuses.push(response.status)
      return response
    }
    server = createServer(getRequestListener(fetchFile, { overrideGlobalObjects: false })).listen(0, '127.0.0.1')
    await once(server, 'listening')
  })
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy()
  })
  afterAll(() => server.close())
  const port = () => (server.address() as AddressInfo).port

  async function attack(connections: number, requests: number, address = '10.0.0.1'): Promise<void> {
    const before = statuses.length
    for (let count = 0; count < connections; count += 1) {
      const socket = connect(port(), '127.0.0.1')
      sockets.push(socket.pause())
      await once(socket, 'connect')
      socket.write(`GET / HTTP/1.1\r\nHost: blog.example\r\nX-Address: ${address}\r\n\r\n`.repeat(requests))
    }
    await expect.poll(() => statuses.length - before).toBe(connections * requests)
  }
  const read = async (address: string, path = '/') => {
    const response = await fetch(`http://127.0.0.1:${port()}${path}`, { headers: { 'x-address': address } })
    return { status: response.status, length: (await response.arrayBuffer()).byteLength, retry: response.headers.get('retry-after') }
  }

  it('10 connections with 200 pipelined requests each use less than 200 MB, and other addresses are served', async () => {
    const [before, answered] = [process.memoryUsage.rss(), statuses.length]
    await attack(10, 200)
    const grown = process.memoryUsage.rss() - before
    expect(grown).toBeLessThan(200 * 1024 * 1024)
    expect(statuses.slice(answered).filter((status) => status === 200)).toHaveLength(256)
    expect(await read('10.0.0.1')).toMatchObject({ status: 503, retry: '5' })
    expect(await read('10.0.0.2')).toEqual({ status: 200, length: LARGE_BYTES, retry: null })
  })

  it('Closed connections no longer count towards the limits', async () => {
    for (let round = 0; round < 2; round += 1) {
      await attack(2, 200, '10.3.0.1')
      for (const socket of sockets.splice(0)) socket.destroy()
      await expect.poll(() => read('10.3.0.1')).toMatchObject({ status: 200, length: LARGE_BYTES })
    }
  })

  it('Two addresses that hold all places lose one to a third, which is served at once', async () => {
    disconnected.length = 0
    for (const address of ['10.1.0.1', '10.1.0.2']) await attack(2, 128, address)
    // 512 files at the same time; those of the tests before may still give up theirs.
    expect(disconnected.filter((address) => address.startsWith('10.1.'))).toEqual([])
    disconnected.length = 0
    // Small files have places of their own, also at the same address.
    expect(await read('10.1.0.1', '/small')).toMatchObject({ status: 200, length: bytes.byteLength })
    expect(disconnected).toEqual([])
    for (const address of ['10.1.0.3', '10.1.0.4']) expect(await read(address)).toEqual({ status: 200, length: LARGE_BYTES, retry: null })
    expect([['10.1.0.1'], ['10.1.0.2']]).toContainEqual(disconnected)
  })

  it('Clients that take what they ask for are served while others hold all places', async () => {
    for (const address of ['10.2.0.1', '10.2.0.2']) await attack(2, 128, address)
    const responses = await Promise.all(Array.from({ length: 8 }, () => read('10.2.0.3')))
    expect(responses.filter(({ status }) => status !== 200)).toEqual([])
  })
})
