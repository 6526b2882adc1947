import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { box } from '#tests/cases/planted/plant-mp4.ts'
import { makeFolder } from '#tests/support/temporary-folder.ts'
import { finishIndex } from './finish-index.ts'

const GAP_BYTES = 1000
const words = (...values: number[]) => Buffer.concat(values.map((value) => Buffer.from(value.toString(16).padStart(8, '0'), 'hex')))
/** Larger than the part that is moved at once. */
const PACKETS = Buffer.alloc(17 * 1024 * 1024, 'packets of a video. ')

const videoOf = (date: number, moved: number, gap: Buffer) => {
  // An empty box does not end the search.
  const places = [
    box('free', Buffer.alloc(0)),
    box('stco', words(0, 2, 5000 - moved, 9000 - moved)),
    box('co64', words(0, 1, 1, 5000 - moved)),
  ]
  const track = box('trak', box('tkhd', words(0, date, date, 1)), box('mdia', box('minf', box('stbl', ...places))))
  return Buffer.concat([box('ftyp', 'isom'), box('moov', box('mvhd', words(0, date, date, 600)), track), gap, box('mdat', PACKETS)])
}

it('The index of a video has no dates, its packets follow directly, and it says where they are', async () => {
  const path = join(makeFolder(), 'video')
  writeFileSync(path, videoOf(0x77777777, 0, box('free', Buffer.alloc(GAP_BYTES - 8))))
  let steps = 0
  await finishIndex(path, () => (steps += 1))
  expect(readFileSync(path).equals(videoOf(0, GAP_BYTES, Buffer.alloc(0)))).toBe(true)
  expect(steps).toBe(2)
})

it('A video whose packets follow its index stays where it is', async () => {
  const path = join(makeFolder(), 'video')
  writeFileSync(path, videoOf(0x77777777, 0, Buffer.alloc(0)))
  await finishIndex(path, () => {})
  expect(readFileSync(path).equals(videoOf(0, 0, Buffer.alloc(0)))).toBe(true)
})
