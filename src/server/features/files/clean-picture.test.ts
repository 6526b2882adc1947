import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { PICTURE_MAX_WIDTH } from '#contract/limits.ts'
import { cleanPicture } from './clean-picture.ts'

const NOT_A_PICTURE = { code: 'bad_request', message: expect.stringMatching(/^This file is not a picture that the blog can show\./) }
const red = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: '#c02030' } })

/** A photograph as a phone makes it: where, when, with what, and lying on its side. */
const photograph = () =>
  red(40, 20)
    .withExif({
      IFD0: { Make: 'SecretPhone', Copyright: 'Mara Lee', Orientation: '6' },
      IFD2: { DateTimeOriginal: '2026:03:14 09:26:53' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 31/1 12/1', GPSLongitudeRef: 'E', GPSLongitude: '13/1 24/1 18/1' },
    })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><place>SecretPlace</place></x:xmpmeta>')
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()

describe('cleanPicture', () => {
  it('keeps nothing but the picture: no place, no time, no camera', async () => {
    const original = await photograph()
    expect((await sharp(original).metadata()).exif?.toString('latin1')).toContain('SecretPhone')
    const picture = await cleanPicture(original)
    const { format, exif, xmp, iptc, icc, orientation } = await sharp(picture).metadata()
    expect({ format, exif, xmp, iptc, icc, orientation }).toEqual({ format: 'webp' })
    expect(Buffer.from(picture).toString('latin1')).not.toMatch(/Secret|Mara|2026|Exif|GPS/)
  })

  it('turns it upright', async () => {
    const picture = await sharp(await cleanPicture(await photograph())).metadata()
    expect([picture.width, picture.height]).toEqual([20, 40])
  })

  it('scales a wide one down and a small one not up', async () => {
    const wide = await sharp(await cleanPicture(await red(3200, 1000).png().toBuffer())).metadata()
    expect([wide.width, wide.height]).toEqual([PICTURE_MAX_WIDTH, 500])
    const small = await sharp(await cleanPicture(await red(3, 2).png().toBuffer())).metadata()
    expect([small.width, small.height]).toEqual([3, 2])
  })

  it.each(['jpeg', 'png', 'webp', 'avif', 'tiff', 'gif'] as const)('takes %s', async (format) => {
    const picture = await cleanPicture(await red(8, 8).toFormat(format).toBuffer())
    expect((await sharp(picture).metadata()).format).toBe('webp')
  })

  it('keeps what moves moving, and what is see-through', async () => {
    const frames = await sharp(
      await Promise.all([
        red(8, 8).png().toBuffer(),
        sharp({ create: { width: 8, height: 8, channels: 4, background: '#0000' } })
          .png()
          .toBuffer(),
      ]),
      { join: { animated: true } },
    )
      .gif()
      .toBuffer()
    const picture = await sharp(await cleanPicture(frames), { animated: true }).metadata()
    expect(picture).toMatchObject({ format: 'webp', pages: 2, hasAlpha: true })
  })

  it('takes a tall one, as long as the format goes', async () => {
    const tall = await sharp(await cleanPicture(await red(50, 20_000).png().toBuffer())).metadata()
    expect(tall.height).toBeLessThanOrEqual(16_383)
  })

  it.each([
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><script>alert(1)</script></svg>'],
    ['SVG with a prologue', '<?xml version="1.0"?><!DOCTYPE svg><svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>'],
    ['HTML', '<!doctype html><script>alert(1)</script>'],
    ['PDF', '%PDF-1.4\n%%EOF'],
    ['a script', '#!/bin/sh\nrm -rf /'],
    ['nothing', ''],
    ['noise', 'x'.repeat(5000)],
    ['the start of a JPEG only', '\xFF\xD8\xFF\xE0\x00\x10JFIF'],
    ['a GIF that is a script', 'GIF89a/*' + 'alert(1)'],
  ])('refuses %s', async (_, text) => {
    await expect(cleanPicture(Buffer.from(text, 'latin1'))).rejects.toMatchObject(NOT_A_PICTURE)
  })

  it('refuses a file that was cut off', async () => {
    const whole = await sharp({
      create: { width: 300, height: 300, channels: 3, background: '#fff', noise: { type: 'gaussian', mean: 128, sigma: 60 } },
    })
      .jpeg()
      .toBuffer()
    await expect(cleanPicture(whole.subarray(0, whole.length / 2))).rejects.toMatchObject(NOT_A_PICTURE)
  })

  it('refuses a small file with more pixels than fit', async () => {
    const bomb = await sharp({ create: { width: 10_000, height: 6000, channels: 3, background: '#fff' } })
      .png({ compressionLevel: 9 })
      .toBuffer()
    expect(bomb.byteLength).toBeLessThan(500_000)
    await expect(cleanPicture(bomb)).rejects.toMatchObject(NOT_A_PICTURE)
  })
})
