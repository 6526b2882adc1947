import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { mediaFixture } from '#tests/support/media/small-files.ts'
import { makeFolder } from '#tests/support/temporary-folder.ts'
import { createMediaWorkers, type MediaWorkers } from './media-workers.ts'
import { forkMediaWorker } from './run-media-worker.ts'
import { timeMaxMs, TOO_MUCH_MEMORY, TOO_MUCH_TIME } from './work-limits.ts'

let workers: MediaWorkers | undefined
afterEach(() => workers?.close())

it.each([
  [TOO_MUCH_MEMORY, 'This file takes too much memory to read.'],
  [TOO_MUCH_TIME, 'This file takes too long to read.'],
] as const)('A file whose process ended itself with %s is refused at once, and not tried again', async (signal, reason) => {
  let started = 0
  const folder = makeFolder()
  const from = join(folder, 'sent')
  writeFileSync(from, mediaFixture('mp4'))
  workers = createMediaWorkers({
    folder,
    ffmpegPath: null,
    startWorker(processes) {
      started += 1
      const worker = forkMediaWorker(processes)
      // Its first message says that it works.
      worker.once('message', () => worker.kill(signal))
      return worker
    },
  })
  await expect(workers.cleanFile({ from, name: 'a.mp4' })).rejects.toMatchObject({
    code: 'bad_request',
    message: expect.stringContaining(reason),
  })
  expect(started).toBe(1)
})

const ROOM = { freeBytes: async () => Number.MAX_SAFE_INTEGER }

/** The bytes of a video, as an upload that reports when they are read. */
const sent = (onRead: () => void) => {
  const bytes = mediaFixture('mp4')
  async function* read() {
    onRead()
    yield bytes
  }
  return { chunks: read(), size: bytes.byteLength }
}

it('A file for which the disk has no room is refused before a byte of it is written', async () => {
  workers = createMediaWorkers({ folder: makeFolder(), ffmpegPath: null, freeBytes: async () => 1000 })
  let isRead = false
  await expect(workers.cleanFile({ from: sent(() => (isRead = true)), name: 'a.mp4' })).rejects.toMatchObject({
    code: 'bad_request',
    message: expect.stringContaining('too little room'),
  })
  expect(isRead).toBe(false)
})

it('Files are written to the disk one at a time: the second when the first is clean', async () => {
  const events: string[] = []
  const startWorker: typeof forkMediaWorker = (processes) => {
    events.push('worked')
    return forkMediaWorker(processes)
  }
  const opened = createMediaWorkers({ folder: makeFolder(), ffmpegPath: null, startWorker, ...ROOM })
  workers = opened
  await Promise.all(['a.mp4', 'b.mp4'].map((name) => opened.cleanFile({ from: sent(() => events.push(`read ${name}`)), name })))
  expect(events).toEqual(['read a.mp4', 'worked', 'read b.mp4', 'worked'])
})

it('A folder that could not be created is tried again with the next file', async () => {
  const folder = join(makeFolder(), 'data')
  writeFileSync(folder, 'in the way')
  workers = createMediaWorkers({ folder, ffmpegPath: null, ...ROOM })
  await expect(workers.cleanFile({ from: sent(() => {}), name: 'a.mp4' })).rejects.toThrow(/ENOTDIR|EEXIST/)
  rmSync(folder)
  expect((await workers.cleanFile({ from: sent(() => {}), name: 'a.mp4' })).ending).toBe('mp4')
})

it('A small file gets half a minute of the processor, and one of 300 MB ten minutes', () => {
  expect([timeMaxMs(0), timeMaxMs(300_000_000)]).toEqual([30_000, 630_000])
})
