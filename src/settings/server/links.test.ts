import { beforeEach, expect, it } from 'vitest'
import { getLinks, updateLinks } from '#site/contract/links.endpoints.ts'
import { getSite } from '#site/contract/site.endpoints.ts'
import { startCachedApi } from '#tests/support/blog/cached-api.ts'
import { onEachEngine, useFreshTestApp } from '#tests/support/engines.ts'
import { TEST_SITE, type TestUser } from '#tests/support/test-app.ts'

const A = { url: 'https://pictures.example/us', label: 'Pictures' }
const B = { url: 'https://films.example/us?list=1&of=2', label: 'أفلام 🎬' }

onEachEngine('The links of the footer', (engine) => {
  const blog = useFreshTestApp(engine)
  let admin: TestUser
  beforeEach(async () => {
    admin = await blog().makeAdmin()
  })
  const change = (links: unknown) => admin.call(updateLinks, { body: { links: links as [] } })
  const read = () => blog().visitor().call(getSite)

  it('Until the links are changed, the list has the link of the environment, if any', async () => {
    expect(await admin.call(getLinks)).toEqual({ links: [] })
    expect(await read()).toMatchObject({ links: [], socialUrl: null })
    const config = { publicUrl: 'http://127.0.0.1:3000', trustedProxies: 0, site: { ...TEST_SITE, socialUrl: A.url, socialLabel: A.label } }
    const response = await blog().appWith({ config }).request('/api/site', {})
    expect(await response.json()).toMatchObject({ links: [A], socialUrl: A.url, socialLabel: A.label })
  })

  it('The single link of an earlier version remains', async () => {
    const rows = [
      { name: 'blog.socialUrl', value: JSON.stringify(B.url) },
      { name: 'blog.socialLabel', value: JSON.stringify(B.label) },
    ]
    await blog().edit((trx) => trx.insertInto('settings').values(rows).execute())
    expect(await read()).toMatchObject({ links: [B], socialUrl: B.url, socialLabel: B.label })
  })

  it('Several links appear in their order at once, also in another process; API clients with one link get the first', async () => {
    const other = await startCachedApi(engine, blog())
    const readThere = async (): Promise<unknown> => (await fetch(`${other.url}/api/site`)).json()
    expect(await change([{ ...A, url: 'pictures.example/us' }])).toEqual({ links: [A] })
    expect(await change([{ url: ` ${A.url} `, label: '  Pictures ' }, B])).toEqual({ links: [A, B] })
    await expect.poll(readThere).toMatchObject({ links: [A, B], socialUrl: A.url, socialLabel: A.label })
    await change([B, A])
    await expect.poll(readThere).toMatchObject({ links: [B, A], socialUrl: B.url })
    await change([])
    await expect.poll(readThere).toMatchObject({ links: [], socialUrl: null })
    await other.close()
  })
})

onEachEngine('A link that is no web address, as a forged backup can bring,', (engine) => {
  const blog = useFreshTestApp(engine)

  it.each(['blog.links', 'blog.socialUrl'])('is not shown (%s)', async (name) => {
    const url = 'javascript:alert(1)'
    const value = JSON.stringify(name === 'blog.links' ? [{ url, label: 'Here' }] : url)
    const rows = [
      { name, value },
      { name: 'blog.socialLabel', value: '"Here"' },
    ]
    await blog().edit(async (trx) => {
      await trx.deleteFrom('settings').execute()
      await trx.insertInto('settings').values(rows).execute()
    })
    expect(await blog().visitor().call(getSite)).toMatchObject({ links: [], socialUrl: null })
  })
})
