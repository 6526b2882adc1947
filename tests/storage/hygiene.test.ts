import sharp from 'sharp'
import { beforeAll, expect, it } from 'vitest'
import type { PictureKind } from '#media/contract/media-limits.ts'
import { readPictureAddress, srcSetOf, widthsOf } from '#media/contract/picture-address.ts'
import { heic, moving, plain, SECRETS, withGifComment, withJpegSegments, withPngText, withSecrets } from '#tests/support/media/pictures.ts'
import { onEachStorage } from '#tests/support/storage/storage-places.ts'
import type { TestUser } from '#tests/support/test-app.ts'
import { uploadPicture } from '#tests/support/media/tus.ts'

const SIDEWAYS = { orientation: 6 }

/** A picture of each format with all the metadata that cameras and programs write. */
const ORIGINALS: Record<string, () => Promise<Buffer>> = {
  // In one colour, because the bytes of a compressed photograph may spell GPS by chance.
  JPEG: async () => withJpegSegments(await withSecrets(plain(330, 100)).withMetadata(SIDEWAYS).jpeg().toBuffer()),
  PNG: async () => withPngText(await withSecrets(plain(330, 100)).png().toBuffer()),
  'PNG that is see-through': async () =>
    withPngText(
      await withSecrets(sharp({ create: { width: 330, height: 100, channels: 4, background: '#12345678' } }))
        .png()
        .toBuffer(),
    ),
  WebP: () => withSecrets(plain(330, 100)).webp().toBuffer(),
  AVIF: () => withSecrets(plain(330, 100)).avif().toBuffer(),
  GIF: async () => withGifComment(await plain(330, 100).gif().toBuffer()),
  'GIF that moves': async () => withGifComment(await (await moving(330, 100, 3)).gif().toBuffer()),
  'WebP that moves': async () =>
    withSecrets(await moving(330, 100, 3))
      .webp()
      .toBuffer(),
}

/** Created once for all storages. */
const made = new Map<string, Promise<Buffer>>()
function makeOriginal(name: string): Promise<Buffer> {
  const bytes = made.get(name) ?? ORIGINALS[name]?.() ?? Promise.resolve(Buffer.alloc(0))
  made.set(name, bytes)
  return bytes
}

onEachStorage('A stored picture', (place, storage) => {
  let admin: TestUser
  beforeAll(async () => {
    admin = await place().blog.makeAdmin()
  })

  /** Reads every file of a picture. @returns key and content */
  async function filesOf(url: string): Promise<[string, Buffer][]> {
    const folder = readPictureAddress(url)?.folder ?? 'none'
    const keys = (await place().listKeys()).filter((key) => key.startsWith(`files/${folder}/`))
    return Promise.all(keys.map(async (key): Promise<[string, Buffer]> => [key, await place().readKey(key)]))
  }

  // Content does not depend on the storage, so one format is enough for a bucket.
  const formats = storage === 'folder' ? Object.keys(ORIGINALS) : ['JPEG']
  it.each(formats.flatMap((name) => (['post', 'profile'] as const).map((kind): [string, PictureKind] => [name, kind])))(
    'from %s, as a %s picture, holds no metadata in any file',
    async (name, kind) => {
      const original = await makeOriginal(name)
      expect(original.toString('latin1')).toMatch(SECRETS)
      const url = await uploadPicture(admin, { kind, name: 'Secret.jpg', bytes: original })
      const files = await filesOf(url)
      const picture = readPictureAddress(url)
      expect(files.length).toBeGreaterThanOrEqual(widthsOf(picture?.width ?? 0).length)
      for (const [key, bytes] of files) {
        expect(bytes.toString('latin1'), key).not.toMatch(SECRETS)
        const { exif, xmp, iptc, icc, orientation, comments, tifftagPhotoshop, density, space } = await sharp(bytes).metadata()
        expect({ exif, xmp, iptc, icc, orientation, comments, tifftagPhotoshop }, key).toEqual({})
        expect(space, key).toBe('srgb')
        expect(density ?? 72, key).toBe(72)
      }
    },
  )

  it('keeps its source in print size, upright and without metadata, and sends it to nobody', async () => {
    const original = withJpegSegments(await withSecrets(plain(1500, 3000)).withMetadata(SIDEWAYS).jpeg().toBuffer())
    expect(original.toString('latin1')).toMatch(SECRETS)
    const url = await uploadPicture(admin, { kind: 'post', bytes: original })
    expect(readPictureAddress(url)).toMatchObject({ width: 1600, height: 800 })
    const [key, bytes] = (await filesOf(url)).find(([name]) => name.endsWith('/print.jpeg')) ?? ['', Buffer.alloc(0)]
    expect(bytes.toString('latin1')).not.toMatch(SECRETS)
    const { format, space, width, height, exif, xmp, iptc, icc, orientation } = await sharp(bytes).metadata()
    expect({ format, space, width, height }).toEqual({ format: 'jpeg', space: 'srgb', width: 2048, height: 1024 })
    expect({ exif, xmp, iptc, icc, orientation }).toEqual({})
    for (const path of [key, key.replace('.jpeg', '.jpg'), key.toUpperCase(), `${key}?x=1`, key.replace('.', '%2E')])
      expect((await admin.send(`/${path}`, {})).status, path).toBe(404)
  })

  it.each([
    ['a tall screenshot', 400, 3600, [400, 3600]],
    ['a photo taken upright', 2400, 3200, [1600, 2133]],
    ['a panorama', 4096, 512, [2048, 256]],
  ] as const)('%s stays as readable in its source as for readers', async (_name, width, height, size) => {
    const url = await uploadPicture(admin, { kind: 'post', bytes: await plain(width, height).jpeg().toBuffer() })
    const [, bytes] = (await filesOf(url)).find(([key]) => key.endsWith('/print.jpeg')) ?? ['', Buffer.alloc(0)]
    const source = await sharp(bytes).metadata()
    expect([source.width, source.height]).toEqual(size)
    expect(readPictureAddress(url)?.width).toBe(Math.min(1600, size[0]))
  })

  it('is upright, has every width up to its own, and has its size in its address', async () => {
    const sideways = await plain(60, 1700).withMetadata(SIDEWAYS).jpeg().toBuffer()
    const url = await uploadPicture(admin, { kind: 'post', bytes: sideways })
    expect(readPictureAddress(url)).toMatchObject({ width: 1600, height: 56, format: 'jpg' })
    const shown = (await filesOf(url)).filter(([key]) => !key.endsWith('/print.jpeg'))
    const sizes = await Promise.all(shown.map(async ([, bytes]) => (await sharp(bytes).metadata()).width))
    expect(sizes.toSorted((a, b) => a - b)).toEqual([96, 320, 640, 960, 1600].flatMap((width) => [width, width, width]))
  })

  it('is served with the right type at every address in its srcset', async () => {
    const url = await uploadPicture(admin, { kind: 'post', bytes: await plain(700, 50).jpeg().toBuffer() })
    const picture = readPictureAddress(url)
    for (const format of ['avif', 'webp', 'jpg'] as const) {
      for (const candidate of picture ? srcSetOf(picture, format, 96).split(', ') : []) {
        const [path = '', width] = candidate.split(' ')
        const response = await admin.send(path, {})
        expect([path, response.headers.get('content-type')]).toEqual([path, format === 'jpg' ? 'image/jpeg' : `image/${format}`])
        expect(`${(await sharp(await response.arrayBuffer()).metadata()).width}w`).toBe(width)
      }
    }
  })

  it('stays animated, and stays transparent', async () => {
    const gif = await uploadPicture(admin, { kind: 'post', bytes: await (await moving(100, 80, 4)).gif().toBuffer() })
    expect(gif).toMatch(/_100x80_[0-9a-f]{36}\.webp$/)
    for (const [, bytes] of await filesOf(gif)) expect((await sharp(bytes, { animated: true }).metadata()).pages).toBe(4)
    const clear = await sharp({ create: { width: 40, height: 30, channels: 4, background: '#f008' } })
      .png()
      .toBuffer()
    const png = await uploadPicture(admin, { kind: 'post', bytes: clear })
    expect(png).toMatch(/_40x30_0{36}\.png$/)
    for (const [, bytes] of await filesOf(png)) expect((await sharp(bytes).metadata()).hasAlpha).toBe(true)
  })

  it('shows the colours of a wide-gamut photo', async () => {
    const p3 = await plain(64, 64, '#20a040').withIccProfile('p3').jpeg({ quality: 100 }).toBuffer()
    const url = await uploadPicture(admin, { kind: 'post', bytes: p3 })
    const [, bytes] = (await filesOf(url)).find(([key]) => key.endsWith('.jpg')) ?? ['', Buffer.alloc(0)]
    const [red, green, blue] = await sharp(bytes).raw().toBuffer()
    for (const [value, wanted] of [
      [red, 0x20],
      [green, 0xa0],
      [blue, 0x40],
    ] as const)
      expect(Math.abs((value ?? 0) - wanted)).toBeLessThan(8)
  })

  it('is not made from HEIC, and the message says what to do', async () => {
    await expect(uploadPicture(admin, { kind: 'post', name: 'IMG_1.HEIC', bytes: heic() })).rejects.toThrow(/HEIC format.*Most Compatible/)
  })
})
