import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { mediaFixture } from '#tests/support/small-files.ts'
import { makeFolder } from '#tests/support/temporary-folder.ts'
import { createMediaWorkers, forkMediaWorker, type MediaWorkers } from './media-workers.ts'
import { timeMaxMs, TOO_MUCH_MEMORY, TOO_MUCH_TIME } from './work-limits.ts'

let workers: MediaWorkers | undefined
afterEach(() => workers?.close())

it.each([
  [TOO_MUCH_MEMORY, 'This file takes too much memory to read.'],
  [TOO_MUCH_TIME, 'This file takes too long to read.'],
] as const)(
  'A file whose process ended itself with %s is refused at once, and not tried again',
  { timeout: 60_000 },
  async (signal, reason) => {
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
  },
)

it('A small file gets half a minute of the processor, and one of 300 MB ten minutes', () => {
  expect([timeMaxMs(0), timeMaxMs(300_000_000)]).toEqual([30_000, 630_000])
})
