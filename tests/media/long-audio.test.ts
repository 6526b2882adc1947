import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createMediaWorkers } from '#media/server/cleaning/media-workers.ts'
import { forkMediaWorker } from '#media/server/cleaning/run-media-worker.ts'
import { timeMaxMs } from '#media/server/cleaning/work-limits.ts'
import { unlessMissing } from '#tests/support/requirement.ts'
import { watchMemory } from '#tests/support/media/watch-memory.ts'
import { ffmpeg, missingFfmpeg } from './large-video.ts'

const HOURS = 4

describe('Audio of four hours', unlessMissing(missingFfmpeg), () => {
  it('is cleaned, however busy the machine is', { timeout: 1_800_000 }, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'kindred-audio-'))
    let memory: ReturnType<typeof watchMemory> | undefined
    const workers = createMediaWorkers({
      folder,
      ffmpegPath: null,
      startWorker(processes) {
        const worker = forkMediaWorker(processes)
        memory = watchMemory(worker.pid ?? 0)
        return worker
      },
    })
    try {
      const [minute, from] = [join(folder, 'minute.mp3'), join(folder, 'audio.mp3')]
      await ffmpeg('-f', 'lavfi', '-i', 'sine=440:duration=60', '-c:a', 'libmp3lame', '-b:a', '64k', minute)
      await ffmpeg('-stream_loop', String(HOURS * 60 - 1), '-i', minute, '-c', 'copy', from)
      const { size } = await stat(from)
      const begun = performance.now()
      const { facts, ending } = await workers.cleanFile({ from, name: 'night.mp3' })
      const seconds = (performance.now() - begun) / 1000
      const peak = memory?.().server
      process.stdout.write(
        `${(size / 1e6).toFixed(0)} MB of audio: ${seconds.toFixed(0)} s, ${peak} MB; limit ${timeMaxMs(size) / 1000} s\n`,
      )
      expect(ending).toBe('mp3')
      expect(Math.abs((facts.seconds ?? 0) - HOURS * 60 * 60)).toBeLessThan(20)
    } finally {
      workers.close()
      await rm(folder, { recursive: true, force: true })
    }
  })
})
