import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { useTestApp } from '#tests/support/engines.ts'
import { importOptions, importPartsOf } from '#tests/support/import-export/import-parts.ts'
import { noise } from '#tests/support/media/pictures.ts'
import { type SmallPost, smallWxr, uploadedAt } from '#tests/support/import-export/small-wxr.ts'
import { importBlog } from './import-blog.ts'
import type { ImportReport } from '#import-export/server/record/report.ts'

const LONG = '<!-- wp:paragraph -->\n<p>Good night.</p>\n<!-- /wp:paragraph -->\n'.repeat(14_000)
const NOTES = JSON.stringify([{ id: 'n1', content: 'In June' }]).replaceAll('"', '&quot;')
const meta = (key: string, value: string) =>
  `<wp:postmeta><wp:meta_key>${key}</wp:meta_key><wp:meta_value>${value}</wp:meta_value></wp:postmeta>`
const sticky = (id: number): SmallPost => ({
  id,
  title: `Top ${id}`,
  body: 'words',
  more: `<wp:is_sticky>1</wp:is_sticky>`,
  date: `2020-01-0${id} 03:04:05`,
})

describe('Posts of WordPress', () => {
  const blog = useTestApp('sqlite')
  let report: ImportReport
  const contentOf = async (title: string) =>
    (await blog().db.selectFrom('posts').select('content').where('title', '=', title).executeTakeFirst())?.content

  beforeAll(async () => {
    await blog().makeAdmin()
    const folder = join(blog().folder, 'pictures')
    await mkdir(join(folder, '2020/01'), { recursive: true })
    for (const name of ['big.jpg', 'big-scaled.jpg']) await writeFile(join(folder, '2020/01', name), await noise(60, 40).jpeg().toBuffer())
    const inline = `data:image/png;base64,${(await noise(900, 700).png({ compressionLevel: 0 }).toBuffer()).toString('base64')}`
    const posts: SmallPost[] = [
      ...[1, 2, 3, 4].map(sticky),
      { id: 5, title: 'Only a cover', body: '', cover: 90 },
      { id: 6, title: 'Long', body: LONG },
      { id: 7, title: 'Too long', body: 'x'.repeat(1_100_000) },
      {
        id: 8,
        title: 'Tom &amp;amp; I &amp;#8217; &lt;em&gt;us&lt;/em&gt;',
        body: 'He came home<sup data-fn="n1" class="fn"><a href="#n1" id="n1-link">1</a></sup>.',
        more: `<excerpt:encoded>${'A long excerpt. '.repeat(60)}</excerpt:encoded>${meta('footnotes', NOTES)}`,
      },
      {
        id: 11,
        title: 'Talk',
        body: '<form><style>.form { color: red }</style>Your name</form><p>Words</p>',
        comments: [
          { id: 1, text: 'Seen there' },
          { id: 2, text: 'Waits', approved: '0' },
          { id: 3, text: 'Buy', approved: 'spam' },
        ],
      },
      { id: 9, title: 'Inline', body: `<p>See <img src="${inline}" alt="Noise"></p>` },
      {
        id: 10,
        title: 'Sizes',
        body: ['big.jpg', 'big-scaled.jpg', 'big-300x200.jpg'].map((name) => `<img src="${uploadedAt(name)}" alt="">`).join(''),
      },
    ]
    const file = join(blog().folder, 'export.xml')
    await writeFile(file, smallWxr(posts, [{ id: 90, name: 'big-scaled.jpg' }]))
    const run = await importBlog(importPartsOf(blog()), importOptions(file, { pictures: folder, fetchFile: null }))
    report = run.report
    // It stores large pictures of noise.
  })

  it('A poem keeps its lines, and importing the same file again changes nothing', async () => {
    const file = join(blog().folder, 'poem.xml')
    await writeFile(
      file,
      smallWxr([{ id: 70, title: 'Poem', body: '<p>Roses are red\nViolets are blue</p>\n<ul>\n<li>one\ntwo</li>\n</ul>' }]),
    )
    const run = async () => (await importBlog(importPartsOf(blog()), importOptions(file, { fetchFile: null }))).report.counts
    expect(await run()).toMatchObject({ posts: 1 })
    const poem = '<p>Roses are red<br>Violets are blue</p><ul><li>one<br>two</li></ul>'
    expect(await contentOf('Poem')).toBe(poem)
    expect(await run()).toMatchObject({ posts: 1, alreadyHere: 0 })
    expect(await contentOf('Poem')).toBe(poem)
  })

  it('The three newest sticky posts are pinned, and the others are reported', async () => {
    const pinned = await blog().db.selectFrom('posts').select('title').where('pinned', '=', 1).orderBy('title').execute()
    expect(pinned.map(({ title }) => title)).toEqual(['Top 2', 'Top 3', 'Top 4'])
    expect(report.lines('pin')).toEqual(['Top 1'])
  })

  it('A post without a text, but with a cover, gets its title as its text', async () => {
    const post = await blog().db.selectFrom('posts').selectAll().where('title', '=', 'Only a cover').executeTakeFirstOrThrow()
    expect(post).toMatchObject({ content: '<p>Only a cover</p>', image_url: expect.stringMatching(/^\/files\//) })
    expect(report.lines('empty')).toEqual(['Only a cover'])
  })

  it('A post of 14,000 paragraphs is imported whole, and one of more than a megabyte is reported', async () => {
    expect(await contentOf('Long')).toBe('<p>Good night.</p>'.repeat(14_000))
    expect(report.lines('failed')).toEqual(['Too long (/2020/01/post-7/): the text is larger than 1 MB'])
  })

  it('Footnotes are imported with their texts, and an excerpt is reported whole', async () => {
    expect(await contentOf('Tom & I ’ us')).toBe(
      '<p>He came home<sup><a href="#fn-1" id="fnref-1">1</a></sup>.</p><ol class="footnotes"><li id="fn-1">In June <a href="#fnref-1">↩</a></li></ol>',
    )
    expect(report.lines('excerpt')).toEqual([`Tom & I ’ us: ${'A long excerpt. '.repeat(60).trim()}`])
  })

  it('Comments that wait for approval there wait here, and spam stays behind', async () => {
    const comments = await blog().db.selectFrom('comments').select(['content', 'state']).orderBy('content').execute()
    expect(comments).toEqual([
      { content: 'Seen there', state: 'shown' },
      { content: 'Waits', state: 'pending' },
    ])
    expect(report.lines('comment')).toEqual(['spam'])
  })

  it('A picture is stored once, whatever sizes the text shows', async () => {
    const [first, ...others] = Array.from((await contentOf('Sizes'))?.matchAll(/src="([^"]+)"/g) ?? [], ([, src]) => src)
    expect(first).toMatch(/-big_60x40_/)
    expect(others).toEqual([first, first])
  })
})

describe('Posts of Ghost', () => {
  const blog = useTestApp('sqlite')
  const at = '2024-05-01T08:00:00.000Z'
  const post = (id: string, more: object) => ({
    id,
    title: id,
    slug: id,
    status: 'published',
    visibility: 'public',
    published_at: at,
    ...more,
  })
  const comment = (id: string, more: object) => ({ id, post_id: 'top', status: 'published', html: `<p>${id}</p>`, created_at: at, ...more })

  beforeAll(async () => {
    await blog().makeAdmin()
    const data = {
      posts: [
        post('top', { featured: 1, html: '<p>It was late.</p>', custom_excerpt: 'How we slept' }),
        post('unrendered', {
          featured: false,
          lexical: JSON.stringify({ root: { children: [{ type: 'paragraph', children: [{ type: 'text', text: 'Hello' }] }] } }),
        }),
      ],
      comments: [
        comment('first', {}),
        comment('reply', { parent_id: 'first' }),
        comment('again', { parent_id: 'first', in_reply_to_id: 'reply' }),
      ],
    }
    const file = join(blog().folder, 'ghost.json')
    await writeFile(file, JSON.stringify({ db: [{ data }] }))
    await importBlog(importPartsOf(blog()), importOptions(file, { pictures: blog().folder, fetchFile: null }))
  })

  it('Featured posts are pinned, excerpts precede the text, and editor formats are converted', async () => {
    const posts = await blog().db.selectFrom('posts').select(['title', 'content', 'pinned']).orderBy('title').execute()
    expect(posts).toEqual([
      { title: 'top', content: '<p>How we slept</p><p>It was late.</p>', pinned: 1 },
      { title: 'unrendered', content: '<p>Hello</p>', pinned: 0 },
    ])
  })

  it('A reply to a reply becomes a reply to the top-level comment', async () => {
    const rows = await blog().db.selectFrom('comments').select(['id', 'content', 'parent_id']).execute()
    const first = rows.find(({ content }) => content === 'first')
    expect(rows.filter(({ parent_id: parent }) => parent === first?.id).map(({ content }) => content)).toEqual(['reply', 'again'])
  })
})
