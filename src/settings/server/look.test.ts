import { beforeEach, expect, it } from 'vitest'
import { getSite } from '#site/contract/site.endpoints.ts'
import { updateLook } from '#site/contract/look.endpoints.ts'
import { DEFAULT_LOOK } from '#site/contract/look.ts'
import { startCachedApi } from '#tests/support/blog/cached-api.ts'
import { onEachEngine, useFreshTestApp } from '#tests/support/engines.ts'
import type { TestUser } from '#tests/support/test-app.ts'

onEachEngine('The look of the blog', (engine) => {
  const blog = useFreshTestApp(engine)
  let admin: TestUser
  beforeEach(async () => {
    admin = await blog().makeAdmin()
  })
  const change = (body: object) => admin.call(updateLook, { body })
  const read = async () => (await blog().visitor().call(getSite)).look

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
