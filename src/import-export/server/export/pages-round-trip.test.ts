import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, it, onTestFinished } from 'vitest'
import { createPage, getPage, listPages, updatePage } from '#site/contract/blog-pages.endpoints.ts'
import { getSite, updateBlogWords } from '#site/contract/site.endpoints.ts'
import { updateLinks } from '#site/contract/links.endpoints.ts'
import { updateLook } from '#site/contract/look.endpoints.ts'
import { updatePost } from '#writing/contract/edit-posts.endpoints.ts'
import { getSettings, updateSettings } from '#site/contract/settings.endpoints.ts'
import { FIXED_PAGE_IDS } from '#site/contract/blog-pages.ts'
import { recordPageAddresses } from '#posts/server/addresses/moved-addresses.ts'
import { importBlog } from '#import-export/server/writer/import-blog.ts'
import type { ImportOptions } from '#import-export/server/writer/import-run.ts'
import { exportUnpacked } from '#tests/support/import-export/archive.ts'
import { onEachEngineInOrder, useTestApp } from '#tests/support/engines.ts'
import { importOptions, importPartsOf } from '#tests/support/import-export/import-parts.ts'
import { noise } from '#tests/support/media/pictures.ts'
import { createTestApp, TEST_SITE, type TestApp, type TestUser } from '#tests/support/test-app.ts'
import { uploadPicture } from '#tests/support/media/tus.ts'
import type { Exported } from './export-blog.ts'

onEachEngineInOrder('Pages and settings in plain files', (engine) => {
  const from = useTestApp(engine)
  const into = useTestApp(engine === 'sqlite' ? 'postgres' : 'sqlite')
  const owned = useTestApp(engine)
  let author: TestUser
  let folder: string
  let exported: Exported

  const publish = (id: string, body: { title: string; content: string }) =>
    author.call(updatePost, { params: { postId: id, userId: author.id }, body })
  const run = (blog: TestApp, more: Partial<ImportOptions> = {}) =>
    importBlog(importPartsOf(blog), importOptions(folder, { fetchFile: null, ...more }))

  /** Pages as readers see them, without addresses of pictures, which differ between blogs. */
  const shown = async (blog: TestApp) => {
    const visitor = blog.visitor()
    const { menu, look, ...site } = await visitor.call(getSite)
    const names = [...FIXED_PAGE_IDS, 'recipes', 'how-to-visit-us', 'unfinished']
    const pages = await Promise.all(names.map((page) => visitor.call(getPage, { params: { page } })))
    const former = await blog.db.selectFrom('moved_addresses').selectAll().orderBy('path').execute()
    return JSON.parse(
      JSON.stringify({ menu, look, site, pages, former }).replaceAll(/\/files\/[\w-]{16}\/\d+-(\w+)_\d+x\d+_\d+/g, '/files/$1'),
    ) as unknown
  }

  beforeAll(async () => {
    author = await from().makeAdmin()
    const picture = await uploadPicture(author, { kind: 'post', bytes: await noise(300, 200).jpeg().toBuffer() })
    await publish('about', {
      title: 'About the four of us',
      content: `<p>We <strong>write</strong>.</p><p><img src="${picture}" alt="Us"></p>`,
    })
    await publish('welcome', { title: 'Willkommen 🌿', content: '<p>Herein.</p>' })
    // Before pages could be edited, the welcome page could have only a heading.
    await from().edit((trx) => trx.updateTable('posts').set({ content: '' }).where('id', '=', 'welcome').execute())
    for (const [title, place] of [
      ['Recipes', 'header'],
      ['How to visit us', 'header'],
      ['Unfinished', 'footer'],
    ] as const) {
      const page = await author.call(createPage, { body: { title, place } })
      if (title !== 'Unfinished') await publish(page._id, { title, content: `<p>${title}: * no list</p>` })
      if (title === 'How to visit us') {
        const { pages } = await author.call(listPages)
        await author.call(updatePage, {
          params: { page: page._id },
          body: { before: pages.find(({ slug }) => slug === 'recipes')?._id ?? '', audience: 'family' },
        })
      }
    }
    await author.call(updateBlogWords, { body: { name: 'Unsere Tage: "x"', contact: 'us@example.org' } })
    await author.call(updateLinks, { body: { links: [{ url: 'https://elsewhere.example', label: 'Elsewhere' }] } })
    await author.call(updateLook, {
      body: { palette: 'lake', theme: 'dark', homePicture: picture, homePictureText: 'Us', logo: picture },
    })
    await author.call(updateSettings, { body: { commentsOpen: false, commentMaxLength: 1000, dateLanguage: 'de' } })
    const { pages: written } = await author.call(listPages)
    await recordPageAddresses(from().db, ['/who-we-are', '/?page_id=2'], 'about')
    await recordPageAddresses(from().db, ['/old-recipes/'], written.find(({ slug }) => slug === 'recipes')?._id ?? '')
    await from().db.insertInto('settings').values({ name: 'setup.keys', value: '["do-not-export"]' }).execute()
    ;({ folder, exported } = await exportUnpacked(from()))
  })

  it('An export is readable, and contains no secret', async () => {
    expect(exported).toMatchObject({ posts: 0, pages: 5, files: 2, missing: [] })
    const settings = await readFile(join(folder, 'blog.yml'), 'utf8')
    expect(settings).toContain(`name: 'Unsere Tage: "x"'`)
    expect(settings).toContain('palette: lake')
    expect(settings).toMatch(/homePicture: look\/[\w.-]+\.jpg/)
    expect(settings).not.toContain('do-not-export')
    const about = await readFile(join(folder, 'pages/about/index.md'), 'utf8')
    expect(about).toContain('title: About the four of us\npage: about\noldAddresses:\n  - /?p=2\n  - /who-we-are\n')
    expect(about).toContain('We **write**.')
    const index = await readFile(join(folder, 'index.html'), 'utf8')
    expect(index).toContain('<li><a href="pages/recipes/index.html">Recipes</a></li>')
    expect(index).toContain('How to visit us</a><br><small><bdi>Family</bdi></small>')
  })

  it('An empty blog on the other database gets the same pages and settings', async () => {
    await into().makeAdmin()
    const { report } = await run(into())
    expect(report.counts).toMatchObject({ pages: 5, settings: 11 })
    expect(report.toText()).toBe('')
    await into().edit(async () => {})
    expect(await shown(into())).toEqual(await shown(from()))
    const admin = await into().makeAdmin()
    const { pages } = await admin.call(listPages)
    const own = pages.slice(-3).map(({ slug, place, audience }) => `${place} ${slug} ${audience}`)
    expect(own.toSorted()).toEqual(['footer unfinished public', 'header how-to-visit-us family', 'header recipes public'])
  })

  it('The archive of a closed blog closes the one that takes it before its posts come, and asks no admin for a second step', async () => {
    const file = join(folder, 'blog.yml')
    const before = await readFile(file, 'utf8')
    onTestFinished(() => writeFile(file, before))
    await writeFile(file, before.replace('isClosed: false', 'isClosed: true').replace('adminSecondStep: none', 'adminSecondStep: required'))
    const stop = new AbortController()
    stop.abort()
    const blog = await createTestApp({ engine })
    onTestFinished(() => blog.close())
    const admin = await blog.makeAdmin()
    const { report, wasStopped } = await run(blog, { signal: stop.signal })
    expect([wasStopped, report.count('closes')]).toEqual([true, 1])
    expect(await admin.call(getSettings)).toMatchObject({ isClosed: true, adminSecondStep: 'none' })
  })

  it('An import does not overwrite pages and settings of the blog, and reports so', async () => {
    const admin = await owned().makeAdmin()
    const params = { postId: 'about', userId: admin.id }
    await admin.call(updatePost, { params, body: { title: 'Ours', content: '<p>Ours.</p>' } })
    await admin.call(createPage, { body: { title: 'Recipes' } })
    await admin.call(updateLook, { body: { palette: 'berry' } })
    const { report } = await run(owned(), { siteConfig: { ...TEST_SITE, name: 'Of the environment' } })
    expect(report.counts).toMatchObject({ pages: 4, settings: 9 })
    expect(report.lines('keptHere').toSorted()).toEqual([
      'the page about',
      'the setting blog.name: "Of the environment"',
      'the setting look.palette: "berry"',
    ])
    expect(report.lines('slug')).toEqual(['the page recipes is now recipes-2'])
    await owned().edit(async () => {})
    expect(
      await owned()
        .visitor()
        .call(getPage, { params: { page: 'about' } }),
    ).toMatchObject({ page: { title: 'Ours' } })
    expect(await owned().visitor().call(getSite)).toMatchObject({ look: { palette: 'berry', theme: 'dark' }, dateLanguage: 'de' })
  })

  it('An import validates edited files like any write, and imports the valid ones', async () => {
    await writeFile(
      join(folder, 'blog.yml'),
      'blog:\n  contact: nobody\n  name: [1]\nlook:\n  palette: red;color:blue\n  logo: ../../secret.png\n  unknown: 1\n',
    )
    await writeFile(
      join(folder, 'pages/recipes/index.md'),
      '---\ntitle: Call\npage: call-to-action\n---\n\n<p onclick="x()">Ring <script>alert(1)</script>twice</p>\n',
    )
    const { report } = await run(into())
    expect(report.lines('failed')).toEqual([
      expect.stringContaining('blog.yml, blog.contact'),
      expect.stringContaining('blog.yml, blog.name'),
      expect.stringContaining('blog.yml, look.palette'),
    ])
    expect(report.lines('picture')).toEqual([expect.stringContaining('look.logo')])
    await into().edit(async () => {})
    const { page } = await into()
      .visitor()
      .call(getPage, { params: { page: 'call-to-action' } })
    expect(page?.title).toBe('Call')
    expect(page?.content).not.toMatch(/script|onclick/)
    await writeFile(join(folder, 'blog.yml'), 'blog: &a [*a')
    expect((await run(into())).report.count('failed')).toBe(1)
  })
})
