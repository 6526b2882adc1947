import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { EncodedPacket, EncodedVideoPacketSource, FilePathTarget, MpegTsOutputFormat, Output } from 'mediabunny'
import { expect, it } from 'vitest'
import { makeFolder } from '#tests/support/temporary-folder.ts'
import { remux } from './remux.ts'

/** Bits of a number of H.264. */
const golomb = (value: number) => {
  const bits = (value + 1).toString(2)
  return '0'.repeat(bits.length - 1) + bits
}
const bytesOf = (bits: string) =>
  Buffer.from(
    bits
      .padEnd(Math.ceil(bits.length / 8) * 8, '0')
      .match(/.{8}/g)!
      .map((each) => Number.parseInt(each, 2)),
  )
const START = Buffer.from([0, 0, 0, 1])

/** The description of a picture of 1920 by 1080, as a camcorder or as a phone records it. */
function sequence(isInterlaced: boolean): Buffer {
  const rows = isInterlaced ? 34 : 68
  const colours = [1, 0, 0].map(golomb).join('') + '00'
  const fields = isInterlaced ? '00' : '1'
  const cropped = `1${[0, 0, 0, isInterlaced ? 2 : 4].map(golomb).join('')}`
  const bits = `${golomb(0)}${colours}${golomb(0)}${golomb(0)}${golomb(0)}${golomb(1)}0${golomb(119)}${golomb(rows - 1)}${fields}1${cropped}01`
  return Buffer.concat([START, Buffer.from([0x67, 100, 0, 40]), bytesOf(bits)])
}

async function videoOf(isInterlaced: boolean): Promise<string> {
  const path = join(makeFolder(), 'video.mts')
  const output = new Output({ format: new MpegTsOutputFormat(), target: new FilePathTarget(path) })
  const source = new EncodedVideoPacketSource('avc')
  output.addVideoTrack(source)
  await output.start()
  const decoderConfig = { codec: 'avc1.640028', codedWidth: 1920, codedHeight: 1080 }
  for (let index = 0; index < 5; index += 1) {
    const data = Buffer.concat([
      START,
      Buffer.from([9, 16]),
      sequence(isInterlaced),
      START,
      Buffer.from([0x68, 0xee, 0x3c, 0x80]),
      START,
      Buffer.from([0x65, 0x88, 0x84, 0, 0x33]),
    ])
    await source.add(new EncodedPacket(data, 'key', index / 25, 1 / 25), { decoderConfig })
  }
  await output.finalize()
  return path
}

it.each([true, false])('A video of a camcorder has its true height (with fields: %s)', async (isInterlaced) => {
  const to = join(makeFolder(), 'video.mp4')
  expect(await remux(await videoOf(isInterlaced), to, () => {})).toMatchObject({ ending: 'mp4', width: 1920, height: 1080 })
  // What players read.
  const video = readFileSync(to)
  const [entry, header] = [video.indexOf('avc1', video.indexOf('stsd')), video.indexOf('tkhd')]
  expect([video.readUInt16BE(entry + 28), video.readUInt16BE(entry + 30)]).toEqual([1920, 1080])
  expect([video.readUInt32BE(header + 80) >> 16, video.readUInt32BE(header + 84) >> 16]).toEqual([1920, 1080])
})
