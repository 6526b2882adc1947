import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { loadConfig } from '#platform/process/config.ts'
import { onEachEngine, useTestApp } from '#tests/support/engines.ts'
import { plain } from '#tests/support/pictures.ts'
import { uploadPicture } from '#tests/support/tus.ts'
import { startStorage } from './start-storage.ts'

const [ONE, TWO, FAMILY] = ['127.0.0.2', '127.0.0.3', '127.0.0.4']
/** More than the buffers of a connection hold. */
const LARGE_BYTES = 8 * 1024 * 1024

onEachEngine('The storage service', (engine) => {
  const blog = useTestApp(engine, { now: Date.now() })
  let port: number
  let cookie: string
  let path: string
  beforeAll(async () => {
    const admin = await blog().makeAdmin()
    cookie = admin.cookie ?? ''
    path = await uploadPicture(admin, { kind: 'post', bytes: await plain(64, 48).png().toBuffer() })
    await blog().storage.files.write(path.replace('/files/', ''), randomBytes(LARGE_BYTES))
    const settings = { DATA_DIR: blog().folder, DATABASE_URL: blog().databaseUrl, PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'error' }
    const service = await startStorage({ db: blog().db, config: loadConfig(settings) })
    port = Number(new URL(service.url).port)
    return service.close
  })

  const sockets: Socket[] = []
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.destroy()
  })
  function open(localAddress: string, request: string): Socket {
    const socket = connect({ port, host: '127.0.0.1', localAddress })
    socket.write(`${request} HTTP/1.1\r\nHost: blog.example\r\nCookie: ${cookie}\r\n\r\n`)
    sockets.push(socket.on('error', () => {}))
    return socket
  }

  it('ends the connection of a client that loses its place to another address', async () => {
    let closed = 0
    for (const address of [ONE, TWO])
      for (let count = 0; count < 256; count += 1)
        await once(
          open(address, `GET ${path}`).once('close', () => (closed += 1)),
          'readable',
        )
    const [head] = (await once(open(FAMILY, `GET ${path}`), 'data')) as [Buffer]
    expect(head.toString('latin1')).toContain('HTTP/1.1 200 ')
    const countClosed = () => {
      // Who does not read learns only by writing that the other side has closed.
      for (const socket of sockets) socket.write('\r\n')
      return closed
    }
    await expect.poll(countClosed).toBe(1)
  })
})
