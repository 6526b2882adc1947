import sharp from 'sharp'
import { beforeEach, describe, expect, it } from 'vitest'
import { updateBlogWords } from '#site/contract/site.endpoints.ts'
import { updateLook } from '#site/contract/look.endpoints.ts'
import { DEFAULT_LOOK, PALETTES, PAPER } from '#site/contract/look.ts'
import { startCachedApi } from '#tests/support/blog/cached-api.ts'
import { useTestApp } from '#tests/support/engines.ts'
import { plain } from '#tests/support/media/pictures.ts'
import type { TestUser } from '#tests/support/test-app.ts'
import { uploadPicture } from '#tests/support/media/tus.ts'

describe('The icons of the blog', () => {
  const blog = useTestApp('sqlite')
  let admin: TestUser
  beforeEach(async () => {
    admin = await blog().makeAdmin()
    await admin.call(updateLook, { body: DEFAULT_LOOK })
  })
  const get = (path: string) => blog().visitor().send(path, {})
  /** Size of a picture, and the colour of one of its pixels. */
  const readPicture = async (path: string, at = { left: 2, top: 2 }) => {
    const response = await get(path)
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png'])
    const bytes = new Uint8Array(await response.arrayBuffer())
    const { width, height } = await sharp(bytes).metadata()
    const [red = 0, green = 0, blue = 0] = await sharp(bytes)
      .extract({ ...at, width: 1, height: 1 })
      .removeAlpha()
      .raw()
      .toBuffer()
    return { width, height, colour: `#${Buffer.from([red, green, blue]).toString('hex')}` }
  }

  it('Icons are a heart on the accent, cached until the look is changed', async () => {
    expect(await readPicture('/apple-touch-icon.png')).toEqual({ width: 180, height: 180, colour: PALETTES.heart.light.accent })
    await expect.poll(async () => (await get('/apple-touch-icon.png')).headers.get('cache-status')).toBe('kindred; hit')
    const before = await (await get('/favicon.svg')).text()
    expect(before).toContain(PALETTES.heart.light.accent)
    await admin.call(updateLook, { body: { palette: 'forest' } })
    expect(await (await get('/favicon.svg')).text()).toBe(before.replace(PALETTES.heart.light.accent, PALETTES.forest.light.accent))
    expect(await readPicture('/apple-touch-icon.png')).toMatchObject({ colour: PALETTES.forest.light.accent })
    // The heart is in the middle.
    expect(await readPicture('/icon-512.png', { left: 256, top: 256 })).toEqual({ width: 512, height: 512, colour: PAPER.light })
    expect(await readPicture('/icon-512.png')).toMatchObject({ colour: PALETTES.forest.light.accent })
  })

  it('A logo is the icon, also in another process, unless it is wide', async () => {
    const other = await startCachedApi('sqlite', blog())
    const readThere = async () => (await fetch(`${other.url}/favicon.svg`)).text()
    expect(await readThere()).toContain(PALETTES.heart.light.accent)
    const upload = async (width: number) => uploadPicture(admin, { kind: 'post', bytes: await plain(width, 100).png().toBuffer() })
    const logo = await upload(120)
    await admin.call(updateLook, { body: { logo } })
    await expect.poll(readThere).toContain('data:image/png;base64,')
    expect((await readPicture('/apple-touch-icon.png', { left: 90, top: 90 })).colour).not.toBe(PALETTES.heart.light.accent)
    // The strip above a picture that is wider than high.
    expect((await readPicture('/apple-touch-icon.png')).colour).toBe('#fbf7f1')
    await admin.call(updateLook, { body: { logo: await upload(200) } })
    expect((await readPicture('/apple-touch-icon.png')).colour).toBe(PALETTES.heart.light.accent)
    await other.close()
  })

  it('The manifest names the blog and existing icons', async () => {
    await admin.call(updateBlogWords, { body: { name: 'Days & "nights"' } })
    const response = await get('/site.webmanifest')
    expect(response.headers.get('content-type')).toBe('application/manifest+json')
    const manifest = (await response.json()) as { name: string; icons: { src: string }[] }
    expect(manifest.name).toBe('Days & "nights"')
    expect(await Promise.all(manifest.icons.map(async ({ src }) => (await get(src)).status))).toEqual([200, 200])
  })
})
