import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { Upload } from '@tus/server'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { HOUR_MS } from '#platform/contract/limits.ts'
import type { FileStore } from '#platform/storage/file-store.ts'
import { createFolderFileStore } from '#platform/storage/folder-file-store.ts'
import { UploadStore } from './upload-store.ts'

describe('An upload store', () => {
  const text = 'abcdefghijklmnopqrstuvwxyz'
  let folder: string
  let files: FileStore
  let store: UploadStore
  let id = ''
  let count = 0
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kindred-uploads-'))
    files = createFolderFileStore(folder)
    store = new UploadStore(files, HOUR_MS)
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))
  beforeEach(async () => {
    count += 1
    id = String(count).padStart(32, '0')
    await store.create(new Upload({ id, size: text.length, offset: 0, metadata: { kind: 'post', filename: 'ä.png' } }))
  })
  const send = (from: number, to: number) => store.write(Readable.from([Buffer.from(text.slice(from, to))]), id, from)
  const content = async () => Buffer.from((await store.readBytes(id)) ?? []).toString()

  it('It joins parts, and returns the metadata of tus', async () => {
    expect(await store.countBytes(id)).toBe(0)
    expect(await store.readBytes(id)).toBeUndefined()
    expect([await send(0, 3), await send(3, 10), await send(10, 26)]).toEqual([3, 10, 26])
    expect(await content()).toBe(text)
    expect(await store.getUpload(id)).toMatchObject({ id, size: 26, offset: 26, metadata: { kind: 'post', filename: 'ä.png' } })
  })

  it('It joins parts that overlap and were written in any order', async () => {
    for (const [from, to] of [
      [5, 20],
      [0, 10],
      [0, 5],
      [18, 26],
      [0, 7],
    ] as const)
      // As processes do that write at the same time.
      await files.write(`${id}/${[from, to].map((at) => String(at).padStart(10, '0')).join('-')}`, Buffer.from(text.slice(from, to)))
    expect([await store.countBytes(id), await content()]).toEqual([26, text])
  })

  it('It rejects bytes that do not continue the stored ones', async () => {
    await send(0, 5)
    for (const from of [0, 4, 6]) await expect(send(from, 26)).rejects.toMatchObject({ status_code: 409 })
    expect([await store.countBytes(id), await content()]).toEqual([5, 'abcde'])
  })

  it('A third writer ends the second, which ended the first', async () => {
    const [first, second] = [new PassThrough(), new PassThrough()]
    const ended = [first, second].map((source) => store.write(source, id, 0).catch((error: unknown) => error))
    await ended[0]
    expect(await send(0, 26)).toBe(26)
    expect([second.destroyed, await ended[1]]).toEqual([true, expect.objectContaining({ status_code: 409 })])
  })

  it('It has one writer at a time, and stores each byte once', async () => {
    const dead = new PassThrough()
    const first = store.write(dead, id, 0).catch((error: unknown) => error)
    dead.write(Buffer.from(text.slice(0, 8)))
    await expect.poll(() => dead.readableLength).toBe(0)
    const others = await Promise.allSettled(Array.from({ length: 20 }, () => send(0, 26)))
    expect(await first).toEqual({ status_code: 409, body: 'Another request writes to this upload.' })
    expect(others.map(({ status }) => status)).not.toContain('fulfilled')
    expect([await store.countBytes(id), await files.list(id)]).toEqual([8, ['0000000000-0000000008', 'info']])
    expect(await send(8, 26)).toBe(26)
  })

  it('It stores bytes that arrived before the connection broke', async () => {
    async function* breaking() {
      yield Buffer.from(text.slice(0, 8))
      throw new Error('connection lost')
    }
    await expect(store.write(Readable.from(breaking()), id, 0)).rejects.toMatchObject({ status_code: 500 })
    expect([await store.countBytes(id), await content()]).toEqual([8, text.slice(0, 8)])
  })

  it('It writes a part every 256 KiB while more bytes arrive', async () => {
    const source = new PassThrough()
    const writing = store.write(source, id, 0)
    source.write(Buffer.alloc(256 * 1024 + 5))
    await expect.poll(() => store.countBytes(id)).toBeGreaterThan(256 * 1024)
    source.end()
    expect(await writing).toBe(256 * 1024 + 5)
  })

  it('It stores nothing of an upload that is removed while bytes arrive', async () => {
    const source = new PassThrough()
    const writing = store.write(source, id, 0).catch((error: unknown) => error)
    source.write(Buffer.alloc(256 * 1024 + 5))
    await expect.poll(() => store.countBytes(id)).toBeGreaterThan(256 * 1024)
    source.write('the last bytes')
    await store.remove(id)
    source.end()
    expect(await writing).toMatchObject({ status_code: 404 })
    expect(await readdir(folder)).not.toContain(id)
  })

  it('It rejects an upload of more than 2,000 parts', async () => {
    const name = (at: number) => `${String(at).padStart(10, '0')}-${String(at + 1).padStart(10, '0')}`
    const crowded: FileStore = { ...files, list: async () => Array.from({ length: 2000 }, (_, at) => name(at)) }
    const writing = new UploadStore(crowded, HOUR_MS).write(Readable.from([Buffer.from('x')]), id, 2000)
    await expect(writing).rejects.toMatchObject({ status_code: 400 })
  })

  it('It throws the storage’s error when a part cannot be stored', async () => {
    const full: FileStore = { ...files, write: () => Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC' })) }
    const writing = new UploadStore(full, HOUR_MS).write(Readable.from([Buffer.from('x')]), id, 0)
    await expect(writing).rejects.toMatchObject({ code: 'ENOSPC' })
  })

  it('It stores nothing of a removed upload', async () => {
    await send(0, 26)
    await store.remove(id)
    expect([await store.countBytes(id), await store.readBytes(id)]).toEqual([0, undefined])
    await expect(store.getUpload(id)).rejects.toMatchObject({ status_code: 404 })
    await store.remove(id)
  })
})
