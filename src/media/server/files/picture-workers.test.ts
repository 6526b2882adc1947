import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setImmediate as nextTick } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { noise, plain } from '#tests/support/media/pictures.ts'
import { runModule } from '#tests/support/blog/run-module.ts'
import type { ChildProcesses } from '#platform/process/child-processes.ts'
import { createPictureWorkers, forkWorker, type PictureWorkers } from './picture-workers.ts'

/** Real processes, recorded so that a test can kill them. */
const started: ChildProcess[] = []
const startWorker = (processes: ChildProcesses) => {
  const worker = forkWorker(processes)
  started.push(worker)
  return worker
}

describe('Picture workers', () => {
  let workers: PictureWorkers
  beforeEach(() => {
    started.length = 0
    workers = createPictureWorkers({ startWorker })
  })
  afterEach(() => workers.close())
  const small = () => plain(40, 30).png().toBuffer()

  it('Successive pictures are cleaned in the same process, which refuses a file that is not a picture', async () => {
    for (let count = 0; count < 12; count += 1) expect(await workers.clean(await small(), 'post')).toMatchObject({ width: 40, height: 30 })
    await expect(workers.clean(Buffer.from('<html>'), 'post')).rejects.toMatchObject({ code: 'bad_request' })
    expect(await workers.clean(await small(), 'post')).toMatchObject({ width: 40 })
    expect(started).toHaveLength(1)
    expect(workers.queue()).toEqual({ waiting: 0, working: 0 })
  })

  it('A picture is cleaned in a new worker when an idle one died, and when one was killed at work', async () => {
    await workers.clean(await small(), 'post')
    const [idle] = started
    idle?.kill('SIGKILL')
    if (idle) await once(idle, 'exit')
    const cleaning = workers.clean(await noise(300, 200).png().toBuffer(), 'post')
    await expect.poll(() => started.length).toBe(2)
    started[1]?.kill('SIGKILL')
    expect(await cleaning).toMatchObject({ width: 300, height: 200 })
    expect(started).toHaveLength(3)
  })

  it('A worker that lost its connection while it was idle gets no picture, so the next worker is the first try', async () => {
    await workers.clean(await small(), 'post')
    const bytes = await noise(300, 200).png().toBuffer()
    started[0]?.disconnect()
    // Long before the exit of the worker.
    await nextTick()
    const cleaning = workers.clean(bytes, 'post')
    await expect.poll(() => started.length).toBe(2)
    started[1]?.kill('SIGKILL')
    expect(await cleaning).toMatchObject({ width: 300, height: 200 })
    expect(started).toHaveLength(3)
  })

  it('A worker that dies is replaced while nothing else keeps the process alive, as in an import', async () => {
    const script = `
      import { createPictureWorkers, forkWorker } from '#media/server/files/picture-workers.ts'
      let started = 0
      const startWorker = (processes) => {
        const worker = forkWorker(processes)
        if ((started += 1) === 1) setImmediate(() => worker.kill('SIGKILL'))
        return worker
      }
      const workers = createPictureWorkers({ startWorker })
      const { width } = await workers.clean(Buffer.from(process.argv[1], 'base64'), 'post')
      workers.close()
      console.log(JSON.stringify({ width, started }))`
    expect(await runModule(script, [(await small()).toString('base64')])).toEqual({ width: 40, started: 2 })
  })

  it('A picture for which two workers died is refused', async () => {
    const cleaning = workers.clean(await noise(300, 200).png().toBuffer(), 'post')
    const outcome = cleaning.catch((error: unknown) => error)
    for (const count of [1, 2]) {
      await expect.poll(() => started.length).toBe(count)
      started.at(-1)?.kill('SIGKILL')
    }
    expect(await outcome).toMatchObject({ code: 'bad_request', message: expect.stringContaining('could not be read') })
  })

  it('More than a hundred queued pictures are refused', async () => {
    const bytes = await noise(300, 200).png().toBuffer()
    const cleaning = Array.from({ length: 130 }, () =>
      workers.clean(bytes, 'post').then(
        () => 'clean',
        (error: { code: string }) => error.code,
      ),
    )
    await expect.poll(() => workers.queue().waiting).toBe(100)
    workers.close()
    expect(new Set(await Promise.all(cleaning))).toEqual(new Set(['unavailable']))
  })

  it('Closing aborts running jobs and refuses new ones', async () => {
    const begun = workers.clean(await noise(300, 200).png().toBuffer(), 'post').catch((error: unknown) => error)
    workers.close()
    expect(await begun).toMatchObject({ code: 'unavailable' })
    await expect(workers.clean(Buffer.from('x'), 'post')).rejects.toMatchObject({ code: 'unavailable' })
  })
})
