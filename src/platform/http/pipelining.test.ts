import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { openRaw, statusesOf } from '#tests/support/blog/raw-http.ts'
import { serializeRequests } from './server.ts'

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a.example\r\n\r\n`

describe('Pipelined requests on one connection', () => {
  let server: Server
  const open = async (listener: RequestListener) => {
    server = createServer(serializeRequests(listener))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }
  afterEach(async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  })

  it('are handled one after another, in their order', async () => {
    let running = 0
    let most = 0
    const paths: string[] = []
    const url = await open((request, response) => {
      running += 1
      most = Math.max(most, running)
      paths.push(request.url ?? '')
      setImmediate(() => {
        running -= 1
        response.end(request.url)
      })
    })
    const connection = await openRaw(url, Array.from({ length: 10 }, (_, index) => get(`/${index}`)).join(''))
    await expect.poll(() => statusesOf(connection.received()).length).toBe(10)
    expect(most).toBe(1)
    expect(paths).toEqual(Array.from({ length: 10 }, (_, index) => `/${index}`))
    connection.socket.write(get('/afterwards'))
    await expect.poll(() => paths.at(-1)).toBe('/afterwards')
    connection.close()
  })

  it('end the connection when there are too many', async () => {
    let begun = 0
    const url = await open(() => void (begun += 1))
    const connection = await openRaw(url, get('/').repeat(1000))
    await connection.closed
    expect(begun).toBe(1)
  })

  it('wait while the client does not read', async () => {
    let begun = 0
    const large = Buffer.alloc(16 * 1024 * 1024)
    const url = await open((_request, response) => {
      begun += 1
      response.end(large)
    })
    const connection = await openRaw(url, get('/').repeat(10), { isReading: false })
    await expect.poll(() => begun).toBe(1)
    const other = await openRaw(url, get('/'))
    await expect.poll(() => other.received().length).toBeGreaterThan(large.byteLength)
    expect(begun).toBe(2)
    other.close()
    connection.close()
  })
})
