import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { updatePost } from '#writing/contract/edit-posts.endpoints.ts'
import { onEachEngine, useTestApp } from '#tests/support/engines.ts'
import { useSmallImports } from '#tests/support/import-export/small-imports.ts'
import { noise } from '#tests/support/media/pictures.ts'
import { smallGhostPost, type WordpressItem } from '#tests/support/import-export/small-exports.ts'
import type { TestUser } from '#tests/support/test-app.ts'

const DAY = Date.UTC(2024, 4, 1, 9)
const PICTURE = '<p>Before</p><p><img src="https://old.example/wp-content/uploads/a.png" alt="Ward"></p>'

onEachEngine('What was imported', (engine) => {
  const blog = useTestApp(engine)
  const { wordpress, ghost } = useSmallImports(blog)
  let admin: TestUser
  beforeEach(async () => {
    admin = await blog().makeAdmin()
    for (const table of ['posts', 'imported_items', 'old_addresses'] as const) await blog().db.deleteFrom(table).execute()
  })
  const textOf = (title: string) => blog().db.selectFrom('posts').selectAll().where('title', '=', title).executeTakeFirstOrThrow()
  it.each([
    ['another title', { title: 'Other' }],
    ['another address', { slug: 'elsewhere' }],
    ['another date', { at: DAY + 1000 }],
  ])('is not taken for a post with the same number and %s, in one file or in two', async (_, change) => {
    const one: WordpressItem = { id: 7, title: 'One', comments: ['To one'] }
    const other: WordpressItem = { ...one, comments: ['To the other'], ...change }
    const ofOneFile = await wordpress([one, other])
    expect([ofOneFile.counts.posts, ofOneFile.counts.comments]).toEqual([2, 2])
    const comments = await blog().db.selectFrom('comments').select(['content', 'post_id']).execute()
    expect(new Set(comments.map(({ post_id: id }) => id)).size).toBe(2)
    for (const table of ['posts', 'imported_items'] as const) await blog().db.deleteFrom(table).execute()
    expect((await wordpress([one])).counts).toMatchObject({ posts: 1, comments: 1 })
    expect((await wordpress([other])).counts).toMatchObject({ posts: 1, comments: 1, alreadyHere: 0 })
    expect((await wordpress([one, other])).counts).toMatchObject({ posts: 0, comments: 0, alreadyHere: 2 })
    const paths = await blog().db.selectFrom('old_addresses').select('post_id').where('path', '=', '/?p=7').execute()
    expect(paths).toHaveLength(1)
  })

  it('is known by its old address, date and title where its number is not: version 0.1 kept others', async () => {
    const items: WordpressItem[] = [{ id: 7, title: 'One' }]
    expect((await wordpress(items)).counts.posts).toBe(1)
    await blog().db.deleteFrom('imported_items').execute()
    const again = await wordpress(items)
    expect([again.counts.posts, again.lines('alreadyHere')]).toEqual([0, ['One']])
    expect((await wordpress([{ id: 7, title: 'Another' }])).counts.posts).toBe(1)
  })

  it('is not taken for what another Ghost blog has with the same id', async () => {
    const later = new Date(DAY + 1000).toISOString()
    expect((await ghost({ posts: [smallGhostPost('1', 'Coming soon')] })).counts.posts).toBe(1)
    const other = await ghost({ posts: [smallGhostPost('1', 'Coming soon', { published_at: later })] })
    expect(other.counts).toMatchObject({ posts: 1, alreadyHere: 0 })
    expect(await blog().db.selectFrom('posts').select('slug').orderBy('slug').execute()).toEqual([
      { slug: 'coming-soon' },
      { slug: 'coming-soon-2' },
    ])
  })

  it('gets pictures that it lacked, unless it was changed since', async () => {
    const items: WordpressItem[] = [
      { id: 1, title: 'Post', body: PICTURE },
      { id: 2, title: 'Changed', body: PICTURE },
      { id: 3, title: 'Draft', status: 'draft', body: PICTURE },
      { id: 4, title: 'Page', type: 'page', slug: 'pictures', body: PICTURE },
    ]
    const first = await wordpress(items, { importId: 'one' })
    expect([first.missingCount, (await textOf('Post')).content]).toEqual([4, expect.stringContaining('[picture: Ward]')])
    const changed = await textOf('Changed')
    const body = { title: 'Changed', content: `${changed.content}<p>Ours</p>` }
    await admin.call(updatePost, { params: { postId: changed.id, userId: admin.id }, body })
    const before = await textOf('Post')

    const pictures = join(blog().folder, `uploads-${Math.random()}`)
    await mkdir(pictures)
    await writeFile(join(pictures, 'a.png'), await noise(40, 30).png().toBuffer())
    const second = await wordpress(items, { importId: 'one', pictures })
    expect([second.missingCount, second.lines('keptHere')]).toEqual([
      0,
      ['Changed: it was edited here, so what it lacks is not tried again'],
    ])
    expect(second.counts).toMatchObject({ posts: 2, drafts: 1, pages: 1, alreadyHere: 0 })
    for (const title of ['Post', 'Draft', 'Page'])
      expect((await textOf(title)).content).toMatch(/<p>Before<\/p>.*<img src="\/files\/[^"]+" alt="Ward">/)
    expect((await textOf('Changed')).content).toContain('[picture: Ward]')
    // It is no edit.
    expect(await textOf('Post')).toMatchObject({ revision: before.revision, updated_at: before.updated_at, editor_id: before.editor_id })
    const third = await wordpress(items, { importId: 'one', pictures })
    expect([third.missingCount, third.counts]).toEqual([0, second.counts])
  })

  it('has a cover that the file lacks once a later file has it, and is told where it is looked for', async () => {
    const post: WordpressItem = { id: 1, title: 'Talk', meta: { _thumbnail_id: '77' } }
    const report = await wordpress([post], { importId: 'one' })
    const address = 'https://old.example/?attachment_id=77'
    expect(report.lines('picture')).toEqual([expect.stringContaining(`Talk: ${address}`)])
    expect((await textOf('Talk')).image_url).toBeNull()
    const pictures = join(blog().folder, `uploads-${Math.random()}`)
    await mkdir(pictures)
    await writeFile(join(pictures, 'ward.png'), await noise(40, 30).png().toBuffer())
    const upload = {
      id: 77,
      title: 'ward',
      type: 'attachment',
      status: 'inherit',
      attachment: 'https://old.example/wp-content/uploads/ward.png',
    }
    const later = await wordpress([post, upload], { importId: 'two', pictures })
    expect(later.missingCount).toBe(0)
    expect((await textOf('Talk')).image_url).toMatch(/ward/)
    expect((await wordpress([post, upload], { importId: 'three', pictures })).counts).toMatchObject({ posts: 0, alreadyHere: 1 })
  })

  it('has the words of covers, the covers of pages, and a recording that only a field names', async () => {
    const enclosure = 'https://old.example/wp-content/uploads/talk.mp3\n1000\naudio/mpeg\n'
    const [ward, bed] = ['ward', 'bed'].map((name) => `https://old.example/wp-content/uploads/${name}.png`)
    const upload = { type: 'attachment', status: 'inherit' }
    await wordpress([
      { id: 1, title: 'Talk', meta: { enclosure } },
      { id: 2, title: 'Ward', meta: { _thumbnail_id: '77' } },
      { id: 3, title: 'Shown', meta: { _thumbnail_id: '77' }, body: `<p><img src="${ward}" alt="Ours"></p>` },
      { id: 4, title: 'About us', type: 'page', meta: { _thumbnail_id: '78' } },
      { id: 77, title: 'ward', ...upload, attachment: ward, meta: { _wp_attachment_image_alt: 'A bed' } },
      { id: 78, title: 'bed', ...upload, attachment: bed },
    ])
    expect((await textOf('Talk')).content).toContain('href="https://old.example/wp-content/uploads/talk.mp3"')
    expect((await textOf('Ward')).content).toMatch(/^<figure><a href="[^"]+ward.png" rel="[^"]+">\[picture: A bed\]<\/a><\/figure><p>Words/)
    expect((await textOf('Shown')).content.match(/\[picture/g)).toHaveLength(1)
    expect((await textOf('About us')).content).toContain('bed.png')
    const meta = [{ post_id: 'g', feature_image_alt: 'A bed', feature_image_caption: 'Room <b>3</b>' }]
    await ghost({ posts: [smallGhostPost('g', 'Night', { feature_image: bed })], posts_meta: meta })
    expect((await textOf('Night')).content).toMatch(/^<figure>.*picture: A bed.*<figcaption>Room <b>3<\/b><\/figcaption><\/figure><p>Words/)
  })
})
