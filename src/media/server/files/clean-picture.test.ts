import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { noise, photograph, plain } from '#tests/support/media/pictures.ts'
import { box } from '#tests/cases/planted/plant-mp4.ts'
import { cleanPicture } from './clean-picture.ts'

const DAMAGED = 'This picture is damaged or incomplete'

describe('A photo that ends too early', () => {
  it.each([0.999, 0.95])('is taken with the rows that it has: %d of its bytes', async (part) => {
    const photo = await photograph(400, 300)
    const clean = await cleanPicture(photo.subarray(0, Math.floor(photo.length * part)), 'post')
    expect(clean).toMatchObject({ width: 400, height: 300, format: 'jpg' })
    const [before, after] = await Promise.all(
      [photo, clean.files[0]?.bytes ?? photo].map((each) => sharp(each).extract({ left: 0, top: 0, width: 400, height: 200 }).stats()),
    )
    expect(Math.abs((before?.channels[0]?.mean ?? 0) - (after?.channels[0]?.mean ?? 99))).toBeLessThan(2)
  })

  it('is refused as damaged where a part of it is missing', async () => {
    const photo = await photograph(400, 300)
    await expect(cleanPicture(photo.subarray(0, photo.length / 2), 'post')).rejects.toThrow(DAMAGED)
    const png = await noise(300, 200).png().toBuffer()
    await expect(cleanPicture(png.subarray(0, png.length / 2), 'post')).rejects.toThrow(DAMAGED)
  })

  it('may have lost its end mark alone, and be of one colour', async () => {
    const photo = await plain(64, 48).jpeg().toBuffer()
    expect(await cleanPicture(photo.subarray(0, -2), 'post')).toMatchObject({ width: 64, height: 48 })
  })
})

/** The contents of a box's children, by their types, and its own header. */
function childrenOf(bytes: Buffer): [string, Buffer][] {
  const children: [string, Buffer][] = []
  for (let at = 0; at + 8 <= bytes.length; at += bytes.readUInt32BE(at))
    children.push([bytes.toString('latin1', at + 4, at + 8), Buffer.from(bytes.subarray(at + 8, at + bytes.readUInt32BE(at)))])
  return children
}

const SECOND = 9

/** Lists the first image of an AVIF a second time. */
const TWICE: Readonly<Record<string, (content: Buffer) => Buffer>> = {
  iinf: (content) => {
    const [, entry = Buffer.alloc(8)] = childrenOf(content.subarray(6)).find(([type]) => type === 'infe') ?? []
    const second = Buffer.from(entry)
    second.writeUInt16BE(SECOND, 4)
    content.writeUInt16BE(content.readUInt16BE(4) + 1, 4)
    return Buffer.concat([content, box('infe', second)])
  },
  iloc: (content) => {
    const second = Buffer.from(content.subarray(8))
    second.writeUInt16BE(SECOND, 0)
    content.writeUInt16BE(content.readUInt16BE(6) + 1, 6)
    return Buffer.concat([content, second])
  },
  iprp: (content) =>
    Buffer.concat(
      childrenOf(content).map(([type, inner]) => {
        if (type !== 'ipma') return box(type, inner)
        const second = Buffer.from(inner.subarray(8))
        second.writeUInt16BE(SECOND, 0)
        inner.writeUInt32BE(2, 4)
        return box(type, inner, second)
      }),
    ),
}

async function avifOfTwo(): Promise<Buffer> {
  const avif = await noise(64, 48).avif().toBuffer()
  const boxes = childrenOf(avif)
  const rewritten = boxes.map(([type, content]) => {
    if (type !== 'meta') return box(type, content)
    return box(
      'meta',
      content.subarray(0, 4),
      ...childrenOf(content.subarray(4)).map(([inner, part]) => box(inner, TWICE[inner]?.(part) ?? part)),
    )
  })
  const bytes = Buffer.concat(rewritten)
  // Entries of 18 bytes: an id, a reference, where its bytes begin, and their parts.
  const first = bytes.indexOf('iloc') + 4 + 8
  const grown = bytes.length - avif.length
  for (const entry of [first, first + 18]) bytes.writeUInt32BE(bytes.readUInt32BE(entry + 4) + grown, entry + 4)
  return bytes
}

it('An AVIF with several images is a still picture', async () => {
  const avif = await avifOfTwo()
  expect((await sharp(avif).metadata()).pages).toBe(2)
  expect(await cleanPicture(avif, 'post')).toMatchObject({ width: 64, height: 48, format: 'jpg' })
})
