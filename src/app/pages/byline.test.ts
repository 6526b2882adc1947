import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { createPages } from '#app/web/entry-server.tsx'

describe('the byline of posts', () => {
  let blog: TestApp
  beforeAll(async () => {
    blog = await createTestApp({ engine: 'sqlite', overrides: { pages: createPages(null) } })
  })
  afterAll(() => blog.close())

  const read = async (path: string) => (await blog.visitor().send(path, {})).text()

  it('A blog with one author shows no bylines; with a second author every card and post names its author', async () => {
    const [mother, aunt] = [await blog.makeAdmin(), await blog.makeAdmin()]
    const first = await blog.makePost({ by: mother })
    expect(await read('/')).not.toContain('by <bdi>')
    expect(await read(`/post/${first.slug}`)).not.toContain('by <bdi>')
    await blog.makePost({ by: aunt })
    const home = await read('/')
    expect(home).toContain(`by <bdi>@${mother.username}</bdi>`)
    expect(home).toContain(`by <bdi>@${aunt.username}</bdi>`)
    expect(await read(`/post/${first.slug}`)).toContain(`by <bdi>@${mother.username}</bdi>`)
  })
})
