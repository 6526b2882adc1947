import { access, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { createCategory } from '#site/contract/categories.endpoints.ts'
import { createComment, deleteComment } from '#comments/contract/comments.endpoints.ts'
import { createPage } from '#site/contract/blog-pages.endpoints.ts'
import { updatePost } from '#writing/contract/edit-posts.endpoints.ts'
import { mediaFactsOf } from '#media/contract/file-address.ts'
import { storeFile } from '#media/server/files/store-file.ts'
import { storePicture } from '#media/server/files/store-picture.ts'
import { importBlog } from '#moving/server/writer/import-blog.ts'
import { readWxr } from '#moving/server/readers/wordpress/read-wxr.ts'
import { useTestApp } from '#tests/support/engines.ts'
import { importOptions, importPartsOf } from '#tests/support/import-parts.ts'
import { SMALL_FILES } from '#tests/support/small-files.ts'
import { noise } from '#tests/support/pictures.ts'
import { TEST_ORIGIN, TEST_SITE } from '#tests/support/test-app.ts'
import { readXml, type XmlElement } from '#tests/support/read-xml.ts'
import { exportWxr, WXR_FILE } from './export-wxr.ts'

const DAY_MS = 86_400_000

describe('An export for WordPress', () => {
  const blog = useTestApp('sqlite')
  const into = useTestApp('sqlite')
  let folder: string
  let xml: string
  let problems: readonly string[]
  let channel: XmlElement
  let items: readonly XmlElement[]
  const text = (element: XmlElement | undefined, name: string) => element?.children.find((child) => child.name === name)?.text ?? ''
  const all = (element: XmlElement, name: string) => element.children.filter((child) => child.name === name)
  const numbers = (elements: readonly XmlElement[], name: string) => elements.map((element) => Number(text(element, name)))
  const metaOf = (element: XmlElement, key: string) =>
    text(
      all(element, 'wp:postmeta').find((meta) => text(meta, 'wp:meta_key') === key),
      'wp:meta_value',
    )
  const itemOf = (slug: string) => items.find((item) => text(item, 'wp:post_name') === slug) as XmlElement

  beforeAll(async () => {
    const { db, storage, clock, workers } = blog()
    const author = await blog().makeAdmin()
    const take = async (name: string) =>
      storePicture(
        { db, files: storage.files, workers, now: () => clock.now },
        { bytes: await noise(60, 40).jpeg().toBuffer(), kind: 'post', name, userId: author.id },
      )
    const [photo, cover, hidden] = [await take('Photo.jpg'), await take('Cover.jpg'), await take('Hidden.jpg')]
    await author.call(createCategory, { body: { name: 'Journeys & "more"', slug: 'journeys' } })
    const content = `<p>[gallery ids="1"] and ]]&gt; in<br>one\nline</p><pre>a\n\nb</pre><p><img src="${photo}" alt="One"><a href="/post/second">the second</a> ]]> <a href="https://example.org/[x]">out</a></p>`
    const first = await blog().makePost({ by: author, title: 'First & <foremost>', content, image: cover, category: 'journeys' })
    await author.put(`/api/post/pin/${first._id}`, { pinned: true })
    await blog().edit((trx) =>
      trx
        .updateTable('posts')
        .set({ content: `${content}<p>a\u000bb</p>` })
        .where('id', '=', first._id)
        .execute(),
    )
    const secret = await blog().makePost({ by: author, title: 'Secret', content: `<p><img src="${hidden}" alt=""></p>` })
    const body = { audience: 'family' as const, commentsOpen: false }
    await author.call(updatePost, { params: { postId: secret._id, userId: author.id }, body })
    await author.post('/api/post/create', {
      title: 'Tomorrow',
      content: '<p>Later.</p>',
      publishAt: new Date(clock.now + DAY_MS).toISOString(),
    })
    const reader = await blog().makeUser({ username: 'mara' })
    const top = await blog().makeComment(reader, first._id, '<b>1 < 2</b> & ]]>')
    const reply = (parentId: string, words: string) => author.call(createComment, { body: { postId: first._id, content: words, parentId } })
    const answered = await reply(top._id, 'A reply')
    // As after a wrong clock: the reply seems to be older than its parent.
    await blog().edit((trx) => trx.updateTable('comments').set({ created_at: 5 }).where('id', '=', answered._id).execute())
    const gone = await blog().makeComment(reader, first._id, 'Soon deleted')
    await reply(gone._id, 'A reply to nothing')
    await reader.call(deleteComment, { params: { commentId: gone._id } })
    const page = await author.call(createPage, { body: { title: 'Visits', slug: 'visits', place: 'header' } })
    await author.call(updatePost, {
      params: { postId: page._id, userId: author.id },
      body: { content: '<p>Ring twice.</p>' },
    })
    folder = join(blog().folder, 'wxr')
    const parts = { db, files: storage.files, publicUrl: TEST_ORIGIN, siteConfig: TEST_SITE, now: () => clock.now }
    ;({ problems } = await exportWxr(parts, folder, () => {}))
    xml = await readFile(join(folder, WXR_FILE), 'utf8')
    channel = readXml(xml).children[0] as XmlElement
    items = all(channel, 'item')
  })

  it('is complete XML with the elements that the importer requires', () => {
    expect(readXml(xml)).toMatchObject({ name: 'rss', attributes: { version: '2.0' } })
    expect(text(channel, 'wp:wxr_version')).toMatch(/^\d+\.\d+$/)
    expect([text(channel, 'wp:base_site_url'), text(channel, 'wp:base_blog_url')]).toEqual([TEST_ORIGIN, TEST_ORIGIN])
    expect(items.map((item) => text(item, 'wp:post_type')).toSorted()).toEqual([
      'attachment',
      'attachment',
      'attachment',
      'page',
      'post',
      'post',
      'post',
    ])
    for (const item of items) {
      expect(text(item, 'wp:post_name')).not.toBe('')
      expect(text(item, 'wp:post_type')).toMatch(/^(post|page|attachment)$/)
      expect(text(item, 'wp:status')).toMatch(/^(publish|private|future|inherit)$/)
      for (const name of ['wp:post_date', 'wp:post_date_gmt', 'wp:post_modified_gmt'])
        expect(text(item, name)).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
      expect(Number.isNaN(Date.parse(text(item, 'pubDate')))).toBe(false)
    }
  })

  it('has unique numbers, and refers only to items in it', () => {
    const ids = numbers(items, 'wp:post_id')
    expect([new Set(ids).size, ids.every((id) => id > 0)]).toEqual([ids.length, true])
    for (const parent of numbers(items, 'wp:post_parent')) expect(parent === 0 || ids.includes(parent)).toBe(true)
    const authors = all(channel, 'wp:author').map((author) => text(author, 'wp:author_login'))
    const slugs = all(channel, 'wp:category').map((category) => text(category, 'wp:category_nicename'))
    const attachments = items.filter((item) => text(item, 'wp:post_type') === 'attachment')
    for (const item of items) {
      expect([...authors, '']).toContain(text(item, 'dc:creator'))
      for (const term of all(item, 'category'))
        expect([term.attributes['domain'], slugs]).toEqual(['category', expect.arrayContaining([term.attributes['nicename']])])
      const cover = metaOf(item, '_thumbnail_id')
      expect(cover === '' || numbers(attachments, 'wp:post_id').includes(Number(cover))).toBe(true)
    }
    expect(metaOf(itemOf('first-foremost'), '_thumbnail_id')).not.toBe('')
    const comments = items.flatMap((item) => all(item, 'wp:comment'))
    expect(new Set(numbers(comments, 'wp:comment_id')).size).toBe(3)
    for (const item of items) {
      const own = numbers(all(item, 'wp:comment'), 'wp:comment_id')
      // The importer reads comments by number, and must know a parent before its replies.
      for (const comment of all(item, 'wp:comment')) {
        const parent = Number(text(comment, 'wp:comment_parent'))
        expect(parent === 0 || (own.includes(parent) && parent < Number(text(comment, 'wp:comment_id')))).toBe(true)
        expect(text(comment, 'wp:comment_approved')).toBe('1')
      }
    }
    expect(comments.map((comment) => Number(text(comment, 'wp:comment_parent')) > 0).filter(Boolean)).toHaveLength(1)
  })

  it('has a copy of each attachment next to it, under its address', async () => {
    const urls = items.flatMap((item) => all(item, 'wp:attachment_url').map((url) => url.text))
    expect(urls).toHaveLength(3)
    for (const url of urls) {
      expect(url.startsWith(`${TEST_ORIGIN}/files/`)).toBe(true)
      await access(join(folder, 'uploads', url.slice(`${TEST_ORIGIN}/files/`.length)))
    }
  })

  it('has pins, closed comments, planned posts and private posts in the form of WordPress', () => {
    const of = (slug: string) => ['wp:status', 'wp:is_sticky', 'wp:comment_status'].map((name) => text(itemOf(slug), name))
    expect([of('first-foremost'), of('secret'), of('tomorrow'), of('visits')]).toEqual([
      ['publish', '1', 'open'],
      ['private', '0', 'closed'],
      ['future', '0', 'open'],
      ['publish', '0', 'closed'],
    ])
    expect(text(itemOf('first-foremost'), 'title')).toBe('First &amp; &lt;foremost&gt;')
    const content = text(itemOf('first-foremost'), 'content:encoded')
    expect(content).toContain(`<a href="${TEST_ORIGIN}/post/second">`)
    expect(content).toMatch(new RegExp(`<img src="${TEST_ORIGIN}/files/`))
    expect(['[', ']', '\n', '\u000b'].filter((character) => content.includes(character))).toEqual([])
    expect(problems).toEqual(['First & <foremost>: left out what XML cannot hold, 1 character'])
  })

  it('contains no email and no account of a reader', () => {
    expect(xml).not.toMatch(/@example\.org|argon2/)
    const comments = items.flatMap((item) => all(item, 'wp:comment'))
    for (const name of ['wp:comment_author_email', 'wp:comment_author_IP'])
      expect(comments.map((comment) => text(comment, name)).join('')).toBe('')
    expect(comments.map((comment) => text(comment, 'wp:comment_content'))).toContain('&lt;b&gt;1 &lt; 2&lt;/b&gt; &amp; ]]&gt;')
  })

  it('is imported with audio and documents, under their names', async () => {
    const [{ db, storage, clock, workers }, target] = [blog(), into()]
    const { id: userId } = await db.selectFrom('users').select('id').where('is_admin', '=', 1).executeTakeFirstOrThrow()
    const take = async (name: string, bytes: Uint8Array) => {
      const path = join(blog().folder, name)
      await writeFile(path, bytes)
      return storeFile({ db, files: storage.files, workers, now: () => clock.now }, { from: path, name, userId })
    }
    const [letter, song] = [await take('Letter.pdf', SMALL_FILES['pdf'] as Buffer), await take('song.mp3', SMALL_FILES['mp3'] as Buffer)]
    const content = `<p><a href="${letter}">The letter</a></p><figure><audio controls src="${song}"></audio></figure>`
    await blog().edit((trx) => trx.updateTable('posts').set({ content }).where('title', '=', 'Secret').execute())
    const path = join(blog().folder, 'with-files')
    const parts = { db, files: storage.files, publicUrl: TEST_ORIGIN, siteConfig: TEST_SITE, now: () => clock.now }
    expect((await exportWxr(parts, path, () => {})).pictures).toBe(4)
    await target.makeAdmin()
    const options = importOptions(join(path, WXR_FILE), { pictures: join(path, 'uploads'), downloadPicture: null, downloadFile: null })
    const { report } = await importBlog(importPartsOf(target), options)
    expect(report.counts).toMatchObject({ posts: 3, files: 2, pictures: 2 })
    const { content: after } = await target.db.selectFrom('posts').select('content').where('title', '=', 'Secret').executeTakeFirstOrThrow()
    expect(after.match(/\/files\/[\w-]{16}\/\d{13}-[\w-]+\.\w+/g)?.map((address) => mediaFactsOf(address)?.name)).toEqual([
      'Letter.pdf',
      'song.mp3',
    ])
  })

  it('can be imported as an export of WordPress, too', async () => {
    const names: string[] = []
    for await (const { name } of readWxr(join(folder, WXR_FILE))) names.push(name)
    expect(names.filter((name) => name === 'item')).toHaveLength(items.length)
  })

  it('does not overwrite a folder', async () => {
    const { db, storage, clock } = blog()
    const parts = { db, files: storage.files, publicUrl: TEST_ORIGIN, siteConfig: TEST_SITE, now: () => clock.now }
    await expect(exportWxr(parts, folder, () => {})).rejects.toMatchObject({ code: 'conflict' })
  })
})
