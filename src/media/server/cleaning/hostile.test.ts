import { readFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { ChildProcesses } from '#platform/process/child-processes.ts'
import { HOSTILE_FILES } from '#tests/support/media/hostile-media.ts'
import { stream, unpacked, writePdf } from '#tests/cases/planted/plant-pdf.ts'
import { mediaFixture } from '#tests/support/media/small-files.ts'
import { takeSome } from '#tests/support/sweep.ts'
import { makeFolder } from '#tests/support/temporary-folder.ts'
import { createMediaWorkers } from './media-workers.ts'
import { forkMediaWorker } from './run-media-worker.ts'

/** Peak memory of the last process, in megabytes. */
let peak = 0
function startWatched(processes: ChildProcesses) {
  const child = forkMediaWorker(processes)
  const read = () => Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
  const timer = setInterval(() => {
    try {
      peak = Math.max(peak, read())
    } catch {
      clearInterval(timer)
    }
  }, 20)
  child.once('exit', () => clearInterval(timer))
  return child
}
const workers = createMediaWorkers({ folder: join(tmpdir(), 'kindred-media'), ffmpegPath: null, startWorker: startWatched })
afterAll(() => workers.close())

async function clean(name: string, bytes: Buffer) {
  const from = join(makeFolder(), 'sent')
  await writeFile(from, bytes)
  peak = 0
  const { path, ...cleaned } = await workers.cleanFile({ from, name })
  return { ...cleaned, bytes: await readFile(path) }
}

/** The limit of 278 MB, and what comes in until it is noticed on a busy machine. */
const MEMORY_MAX_MB = 400

describe('Cleaning a hostile file', () => {
  it.each(takeSome(Object.entries(HOSTILE_FILES), 7))('%s: it is refused, with bounded memory', async (_, { name, make }) => {
    await expect(clean(name, make())).rejects.toMatchObject({ code: 'bad_request' })
    expect(peak).toBeLessThan(MEMORY_MAX_MB)
  })

  it('A video that is also a PDF and a page becomes a video alone', async () => {
    const page = '<!doctype html><script>alert("polyglot")</script>%PDF-1.7 polyglot'
    const { bytes, ending } = await clean('a.pdf.mp4', Buffer.concat([mediaFixture('mp4'), Buffer.from(page)]))
    expect([ending, bytes.includes('polyglot')]).toEqual(['mp4', false])
  })

  it('A PDF loses its scripts, its actions and what is attached to it', async () => {
    const pdf = writePdf([
      '<</Type/Catalog/Pages 2 0 R/OpenAction 4 0 R/AA<</WC 4 0 R>>/Names<</JavaScript<</Names[(a)4 0 R]>>>>>>',
      '<</Type/Pages/Kids[3 0 R]/Count 1>>',
      '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/AA<</O 4 0 R>>/Annots[5 0 R 6 0 R]>>',
      '<</S/JavaScript/JS(app.alert\\("hostile"\\))>>',
      '<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/A<</S/Launch/F(hostile.exe)>>>>',
      '<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/A<</S/URI/URI(https://example.org/kept)>>>>',
      stream('/Type/Metadata', Buffer.from('hostile')),
    ])
    const text = unpacked((await clean('a.pdf', pdf)).bytes).toString('latin1')
    expect(text).not.toMatch(/hostile|JavaScript|Launch|OpenAction/)
    expect(text).toContain('https://example.org/kept')
  })

  it('A document of ten thousand pages is cleaned: the time grows with its objects, not with their square', async () => {
    const numbers = Array.from({ length: 10_000 }, (_, index) => 3 + 2 * index)
    const pdf = writePdf([
      '<</Type/Catalog/Pages 2 0 R>>',
      `<</Type/Pages/Kids[${numbers.map((number) => `${number} 0 R`).join(' ')}]/Count ${numbers.length}>>`,
      ...numbers.flatMap((number) => [
        `<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents ${number + 1} 0 R>>`,
        stream('', Buffer.from('q Q')),
      ]),
    ])
    expect((await clean('plan.pdf', pdf)).facts.pages).toBe(10_000)
  })
})
