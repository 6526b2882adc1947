import { beforeAll, expect, it } from 'vitest'
import type { Audience } from '#platform/contract/audiences.ts'
import { PREVIEW_AUDIENCES, previewPath } from '#site/contract/preview.ts'
import { updateSettings } from '#site/contract/settings.endpoints.ts'
import { createPages } from '#app/web/entry-server.tsx'
import { onEachEngine, useTestApp } from '#tests/support/engines.ts'
import type { TestUser } from '#tests/support/test-app.ts'

onEachEngine('The blog as others see it', (engine) => {
  const blog = useTestApp(engine, { overrides: { pages: createPages(null) } })
  let admin: TestUser
  let paths: Readonly<Record<Audience, string>>
  const read = (path: string, client: Pick<TestUser, 'send'> = admin) => client.send(path, {})
  beforeAll(async () => {
    admin = await blog().makeAdmin()
    const make = async (audience: Audience) => `/post/${(await blog().makePost({ by: admin, title: `For ${audience}`, audience })).slug}`
    paths = { public: await make('public'), family: await make('family'), admins: await make('admins') }
  })

  it.each(PREVIEW_AUDIENCES)('An admin sees what %s may read and nothing more, in a response that nobody stores', async (audience) => {
    const home = await read(previewPath(audience, '/'))
    const text = await home.text()
    expect([home.status, home.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
    const shown = Object.keys(paths).filter((each) => text.includes(`For ${each}`))
    expect(shown).toEqual(['public', 'family'].slice(0, PREVIEW_AUDIENCES.indexOf(audience) + 1))
    for (const [of, path] of Object.entries(paths)) {
      const { status } = await read(previewPath(audience, path))
      expect([of, status === 200]).toEqual([of, shown.includes(of)])
    }
    expect((await read(previewPath(audience, paths.admins))).status).toBe(404)
  })

  it('It says whose view it is, its links stay in it, no script runs in it, and no form is posted from it', async () => {
    const response = await read(previewPath('family', '/'))
    const text = await response.text()
    expect(text).toContain('This is the blog as the family sees it.')
    expect(text).toContain(`href="${previewPath('family', paths.family)}"`)
    expect(text).not.toContain(`href="${paths.family}"`)
    expect(response.headers.get('content-security-policy')).toContain("script-src 'none'")
    const post = await (await read(previewPath('family', paths.family))).text()
    const posted = post.match(/<form [^>]*method="post"[^>]*>/g) ?? []
    expect([posted.length > 1, posted.filter((tag) => !tag.includes(' inert='))]).toEqual([true, []])
    // The name of the admin is nowhere.
    expect(text).not.toContain(admin.email)
  })

  it('Nobody but an admin gets it: for all others there is no such address', async () => {
    for (const client of [blog().visitor(), await blog().makeUser(), await blog().makeUser({ isFamily: true })])
      for (const audience of [...PREVIEW_AUDIENCES, 'admins']) {
        const response = await client.send(`/preview/${audience}${paths.public}`, {})
        expect(response.status).toBe(404)
      }
    // An audience is never raised.
    expect((await read(`/preview/admins${paths.admins}`)).status).toBe(404)
    expect((await read(previewPath('public', previewPath('family', paths.family)))).status).toBe(404)
  })

  it('On a closed blog a stranger is led to the sign-in page, within the preview', async () => {
    await admin.call(updateSettings, { body: { isClosed: true } })
    const response = await read(previewPath('public', paths.public))
    const signIn = previewPath('public', `/sign-in?from=${encodeURIComponent(paths.public)}`)
    expect([response.status, response.headers.get('location')]).toEqual([302, signIn])
    expect(await (await read(signIn)).text()).toContain('only for the people whom its family lets in')
    expect((await read(previewPath('family', paths.public))).status).toBe(200)
    await admin.call(updateSettings, { body: { isClosed: false } })
  })
})
