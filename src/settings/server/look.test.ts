import { beforeAll, expect, it } from 'vitest'
import { getSite } from '#site/contract/site.endpoints.ts'
import { updateLook } from '#site/contract/look.endpoints.ts'
import { DEFAULT_LOOK } from '#site/contract/look.ts'
import { startCachedApi } from '#tests/support/cached-api.ts'
import { onEachEngine, useTestApp } from '#tests/support/engines.ts'
import { plain } from '#tests/support/pictures.ts'
import type { TestUser } from '#tests/support/test-app.ts'
import { uploadPicture } from '#tests/support/tus.ts'

onEachEngine('The look of the blog', (engine) => {
  const blog = useTestApp(engine)
  let admin: TestUser
  beforeAll(async () => {
    admin = await blog().makeAdmin()
  })
  const change = (body: object) => admin.call(updateLook, { body })
  const read = async () => (await blog().visitor().call(getSite)).look
  const upload = async () => uploadPicture(admin, { kind: 'post', bytes: await plain(40, 30).png().toBuffer() })

  it('A change is visible to every visitor at once, also in another process, and leaves the rest unchanged', async () => {
    const other = await startCachedApi(engine, blog())
    const readThere = async () => ((await (await fetch(`${other.url}/api/site`)).json()) as { look: unknown }).look
    expect(await readThere()).toEqual(DEFAULT_LOOK)
    await change({ palette: 'lake', theme: 'system' })
    await change({ homePictureText: 'By the sea' })
    const changed = { ...DEFAULT_LOOK, palette: 'lake', theme: 'system', homePictureText: 'By the sea' }
    await expect.poll(readThere).toEqual(changed)
    expect(await read()).toEqual(changed)
    await other.close()
  })

  it('An uploaded picture can be that of the home page, and the logo', async () => {
    const [homePicture, logo] = [await upload(), await upload()]
    const look = { homePicture, logo, homePictureText: 'The four of us by the sea' }
    expect(await change(look)).toMatchObject(look)
    expect(await change({ homePicture: '', logo: '' })).toMatchObject({ homePicture: '', logo: '' })
  })

  it.runIf(engine === 'sqlite')('Invalid values are refused with the name of their field, and nothing changes', async () => {
    const before = await read()
    const stored = await upload()
    const never = stored.replace(/^\/files\/.{16}/, '/files/AAAAAAAAAAAAAAAA')
    for (const [field, value] of [
      ['palette', 'rainbow'],
      ['theme', 'dark;color:red'],
      ['homePicture', '/drawings/cover/life-1.svg'],
      ['homePicture', 'https://elsewhere.example/a.jpg'],
      ['homePicture', never],
      ['homePictureText', 'x'.repeat(201)],
      ['homePictureText', 'turned \u202Earound'],
      ['logo', '/drawings/cover/life-0.svg'],
    ] as const) {
      await expect(change({ palette: 'berry', [field]: value }), `${field} ${value}`).rejects.toMatchObject({ status: 400, field })
    }
    expect(await read()).toEqual(before)
  })

  it('A value that this version does not know, such as a drawing of version 0.1, is replaced by the default', async () => {
    await change({ palette: 'slate', homePictureText: 'By the sea' })
    const store = (name: string, value: string) =>
      blog().edit((trx) =>
        trx
          .insertInto('settings')
          .values({ name, value })
          .onConflict((on) => on.column('name').doUpdateSet({ value }))
          .execute(),
      )
    await store('look.palette', '"neon"')
    await store('look.homePicture', '"/drawings/cover/life-0.svg"')
    expect(await read()).toMatchObject({ palette: 'heart', homePicture: '', homePictureText: 'By the sea' })
  })
})
