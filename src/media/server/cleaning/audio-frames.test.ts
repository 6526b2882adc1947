import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { mediaFixture } from '#tests/support/media/small-files.ts'
import { makeFolder } from '#tests/support/temporary-folder.ts'
import { cleanFile } from './clean-file.ts'
import { cleanFlacFrame } from './flac-frame.ts'
import { openFrames } from './audio-frames.ts'

/** The fixture is one frame, after the description of the stream and the tags. */
const FRAME = (() => {
  const bytes = mediaFixture('flac')
  let at = 4
  for (let isLast = false; !isLast;) {
    isLast = ((bytes[at] ?? 0) & 0x80) !== 0
    at += 4 + bytes.readUIntBE(at + 1, 3)
  }
  return bytes.subarray(at)
})()

it('A frame of FLAC ends where its samples end, and one that is cut off is none', () => {
  expect(cleanFlacFrame(FRAME)).toEqual(FRAME)
  for (const tail of ['x', 'TAG'.padEnd(128, ' '), 'A'.repeat(5000)])
    expect(Buffer.from(cleanFlacFrame(Buffer.concat([FRAME, Buffer.from(tail)])) ?? []).equals(FRAME)).toBe(true)
  for (const length of [20, 300, FRAME.length - 1]) {
    expect(cleanFlacFrame(FRAME.subarray(0, length))).toBeNull()
    expect(cleanFlacFrame(Buffer.concat([FRAME.subarray(0, length), Buffer.from('TAG'.padEnd(12_000, 'x'))]))).toBeNull()
  }
})

it.each(['mp3', 'aac'] as const)('A %s keeps all its frames, and one that is cut off costs no other', async (ending) => {
  const folder = makeFolder()
  const [from, to] = [join(folder, 'sent'), join(folder, 'clean')]
  const secondsOf = async (bytes: Buffer) => {
    writeFileSync(from, bytes)
    return (await cleanFile({ from, to, name: `a.${ending}`, ffmpegPath: null }, () => {})).facts.seconds ?? 0
  }
  const [whole, cut, twice] = [
    await secondsOf(mediaFixture(ending)),
    await secondsOf(mediaFixture(ending).subarray(0, -10)),
    await secondsOf(Buffer.concat([mediaFixture(ending), Buffer.from('TAG'.padEnd(128, ' ')), mediaFixture(ending)])),
  ]
  expect(whole).toBeGreaterThan(0.4)
  expect(whole - cut).toBeLessThan(0.3)
  expect(Math.abs(twice - 2 * whole)).toBeLessThan(0.3)
})

it('A file of Ogg that is a flood of pages within each other is given up', () => {
  const flood = Buffer.alloc(100_000, 255)
  for (let at = 0; at + 27 < flood.length; at += 27) flood.write('OggS', at, 'latin1')
  const path = join(makeFolder(), 'sent')
  writeFileSync(path, Buffer.concat([mediaFixture('ogg'), flood]))
  expect(openFrames(path, 1000)).toBeNull()
})
