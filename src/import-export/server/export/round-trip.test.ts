import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { beforeAll, expect, it } from 'vitest'
import type { Audience } from '#platform/contract/audiences.ts'
import { createCategory, updateCategory } from '#site/contract/categories.endpoints.ts'
import { createComment, deleteComment, likeComment } from '#comments/contract/comments.endpoints.ts'
import { getSite } from '#site/contract/site.endpoints.ts'
import { updatePost } from '#writing/contract/edit-posts.endpoints.ts'
import { NO_COVER } from '#posts/contract/cover.ts'
import { readPictureAddress } from '#media/contract/picture-address.ts'
import { listPictureFolders } from '#media/server/files/pictures.store.ts'
import { recordFileAddress, recordListAddress } from '#posts/server/addresses/moved-addresses.ts'
import { storePicture } from '#media/server/files/store-picture.ts'
import { importBlog } from '#import-export/server/writer/import-blog.ts'
import { canonicalBody } from '#import-export/server/formats/markdown-to-html.ts'
import { exportUnpacked } from '#tests/support/import-export/archive.ts'
import { onEachEngineInOrder, useTestApp } from '#tests/support/engines.ts'
import { importOptions, importPartsOf } from '#tests/support/import-export/import-parts.ts'
import { moving, noise, plain } from '#tests/support/media/pictures.ts'
import { TEST_ORIGIN, type TestApp, type TestUser } from '#tests/support/test-app.ts'

/** Bodies that the editor and the API accept, with all characters that are special in Markdown. */
const BODIES = [
  '<p>Plain words, and a second line.</p><p>Another <strong>strong</strong>, <em>soft</em>, <s>struck</s>, <u>under</u>, <code>a `tick`</code>, <a href="https://example.org/a_(b)" title="T &quot;x&quot;">link</a>.</p>',
  '<h2>One</h2><h3>Two # three</h3><ul><li><p>a</p></li><li><p>b</p><ul><li><p>deep</p></li></ul></li></ul><ol start="3"><li><p>three</p></li><li><p>four</p></li></ol>',
  '<ul><li>tight</li><li>list<ul><li>in</li><li>it</li></ul></li></ul><ul><li>another list</li><li>right after</li></ul><ol><li>1</li></ol><ol><li>2</li></ol>',
  '<p>* no list</p><p># no heading</p><p>1. no number</p><p>&gt; no quote</p><p>--- </p><p>[x](y) ![z](w) `q` ~~r~~ _s_ **t** \\ &lt;b&gt; &amp;amp; snake_case_word https://bare.example www.bare.example a@b.example</p>',
  '<table><caption>Doses</caption><thead><tr><th scope="col">Hour</th></tr></thead><tbody><tr><td colspan="2">8 | 9</td></tr></tbody></table><p style="text-align:center">In the middle</p><p></p>',
  '<pre><code class="language-sh">echo "```"\n\n\n  two  spaces &amp; more\n</code></pre><pre>bare\n\n\n  block</pre><blockquote><p>quoted</p><blockquote><p>twice</p></blockquote></blockquote><hr />',
  '<p>broken<br>line<br>and again</p><p>x<sub>2</sub> y<sup>3</sup> <mark>marked</mark> <small>small</small> <b>b</b><i>i</i></p><p><strong><em>both</em></strong><strong> spaced </strong>end</p>',
  '<dl><dt>Hb</dt><dd>low</dd><dd><p>very</p><p>low</p></dd></dl>\n<details open="">\n<summary>More <em>of</em> it</summary>\n<p>in\n\nside</p><ul><li>a</li></ul></details><details><summary>Shut</summary><p>x</p></details>',
  '<p>Press <kbd>Ctrl</kbd>+<kbd>*</kbd>, <abbr title="M &quot;R&quot;">MR</abbr> <q>so *x*</q> <ins>new</ins> <samp>o_k</samp> <var>x</var><sup><a href="#fn-1" id="fnref-1">1</a></sup></p><blockquote class="pullquote"><p>Every day</p><p><cite>Oma</cite></p></blockquote><blockquote class="callout"><p>Mind</p></blockquote><ol class="footnotes"><li id="fn-1">There <a href="#fnref-1">↩</a></li></ol>',
  'bare words<strong>without</strong> a paragraph<p>and one with</p>',
  '<p>呼吸器 💗 ﷽ \u00A0 nbsp \u200D</p><p>trailing\\</p><p>a\nb\n\nc</p><h2>two\nlines</h2><p>-</p><p>+ 1</p><p>=</p><p>===</p>',
]

onEachEngineInOrder('export and import of Markdown', (engine) => {
  const from = useTestApp(engine)
  const into = useTestApp(engine === 'sqlite' ? 'postgres' : 'sqlite')
  let author: TestUser
  let folder: string

  const snapshot = async ({ db }: TestApp) => {
    const posts = await db
      .selectFrom('posts')
      .where('kind', '=', 'post')
      .where('state', '=', 'published')
      .$narrowType<{ audience: Audience }>()
      .select([
        'id',
        'title',
        'slug',
        'category',
        'content',
        'image_url',
        'created_at',
        'updated_at',
        'pinned',
        'comments_open',
        'audience',
      ])
      .orderBy('id')
      .execute()
    const planned = await db
      .selectFrom('posts')
      .where('state', '=', 'planned')
      .select(['id', 'title', 'slug', 'content', 'audience', 'publish_at', 'created_at', 'updated_at'])
      .execute()
    const slugs = await db.selectFrom('post_slugs').selectAll().orderBy('slug').execute()
    const comments = await db
      .selectFrom('comments')
      .where('state', '<>', 'deleted')
      .leftJoin('users', 'users.id', 'comments.user_id')
      .select([
        'comments.id',
        'post_id',
        'content',
        'state',
        'parent_id',
        'parent_at',
        'comments.created_at',
        'comments.updated_at',
        (eb) => eb.fn.coalesce('users.username', 'guest_name').as('name'),
      ])
      .orderBy('comments.id')
      .execute()
    const addresses = await db.selectFrom('old_addresses').selectAll().orderBy('path').execute()
    const moved = await db
      .selectFrom('moved_addresses')
      .leftJoin('pictures', 'pictures.folder', 'moved_addresses.target')
      .select(['path', 'moved_addresses.kind', (eb) => eb.fn.coalesce('pictures.address', 'target').as('target')])
      .orderBy('path')
      .execute()
    return {
      posts: posts.map((post) => ({
        ...post,
        content: samePictures(canonicalBody(post.content, TEST_ORIGIN)),
        image_url: post.image_url === null ? null : samePictures(post.image_url),
      })),
      planned,
      slugs,
      comments,
      addresses,
      moved: moved.map((row) => ({ ...row, target: samePictures(row.target) })),
    }
  }

  beforeAll(async () => {
    author = await from().makeAdmin()
    const { db, storage, clock, workers } = from()
    const take = async (name: string, bytes: Buffer) =>
      storePicture({ db, files: storage.files, workers, now: () => clock.now }, { bytes, kind: 'post', name, userId: author.id })
    const photo = await take('Ward.jpg', await noise(300, 200).jpeg().toBuffer())
    const animation = await take('film.gif', await (await moving(40, 30, 2)).gif().toBuffer())
    const glass = await take('Ward.png', await plain(50, 40).ensureAlpha(0.5).png().toBuffer())
    const pictures = `<img src="${photo}" alt="One" /><img src="${glass}" alt="" /><figure><img src="${photo}" alt="The &quot;ward&quot;" /><figcaption>Words</figcaption></figure><p><img src="${glass}" alt="a [b]" title="t" /> beside <a href="${photo}">itself</a></p><p><img src="${animation}" alt="" width="20" height="15" /></p><p><img src="/files/aaaaaaaaaaaaaaaa/lost.jpg" alt="lost" /></p>`
    await author.call(createCategory, { body: { name: 'Unsere Reisen & mehr', slug: 'unsere-reisen' } })
    await author.call(updateCategory, { params: { category: 'health' }, body: { isHidden: true } })
    await author.call(updateCategory, { params: { category: 'lifestyle' }, body: { name: 'Ausflüge' } })
    for (const [index, content] of [...BODIES, pictures].entries()) {
      await from().makePost({
        by: author,
        content,
        title: `Post "${index}": a --- b # [c]`,
        category: index % 2 ? 'medical' : 'unsere-reisen',
        // One is older than the time of computers.
        at: index === 7 ? Date.UTC(1962, 7, 1) : clock.now - index * 86_400_000,
        ...(index === 9 ? { image: photo } : index === 8 ? { image: NO_COVER } : {}),
      })
    }
    const named = await from().makePost({ by: author, title: 'First name' })
    await author.call(updatePost, {
      params: { postId: named._id, userId: author.id },
      body: { title: '2024' },
    })
    await author.put(`/api/post/pin/${named._id}`, { pinned: true })
    const publishAt = new Date(clock.now + 86_400_000).toISOString()
    await author.post('/api/post/create', { title: 'Tomorrow', content: '<p>Later.</p>', publishAt, audience: 'admins' })
    const reader = await from().makeUser({ username: 'mara' })
    const first = await from().makeComment(reader, named._id, '- yes: # "no"\n\n  indented\n> quote: |')
    await author.call(likeComment, { params: { commentId: first._id } })
    await from().makeComment(author, named._id, 'null')
    const reply = (content: string, parentId: string) => author.call(createComment, { body: { postId: named._id, content, parentId } })
    await reply('A reply to a reply', (await reply('A reply', first._id))._id)
    const deleted = await from().makeComment(reader, named._id, 'Soon deleted')
    await reply('A reply that stays', deleted._id)
    await reader.call(deleteComment, { params: { commentId: deleted._id } })
    const ofNamed = { postId: named._id, userId: author.id }
    await author.call(updatePost, { params: ofNamed, body: { commentsOpen: false, audience: 'family' } })
    await db
      .insertInto('comments')
      .values({
        id: 'guest',
        post_id: named._id,
        guest_name: 'Ruth: "R"',
        content: '2024-01-01',
        state: 'pending',
        created_at: 5,
        updated_at: 9,
      })
      .execute()
    await db.insertInto('old_addresses').values({ path: '/2019/05/first', post_id: named._id }).execute()
    for (const [path, category] of [
      ['/diary', null],
      ['/diary/category/ward', 'medical'],
      ['/diary/?cat=4', 'unsere-reisen'],
    ] as const)
      await recordListAddress(db, path, category)
    await recordFileAddress(db, '/diary/wp-content/uploads/2019/05/Ward-300x200.jpg', listPictureFolders(photo)[0] ?? '')
  })

  it('writes a readable folder', async () => {
    const { exported, ...archive } = await exportUnpacked(from())
    folder = archive.folder
    expect(exported).toMatchObject({ posts: BODIES.length + 3, comments: 6, files: 4 })
    expect(exported.missing).toEqual([expect.stringContaining('aaaaaaaaaaaaaaaa/lost.jpg')])
    const names = await readdir(join(folder, 'posts'))
    const contents = await readFile(join(folder, 'index.html'), 'utf8')
    for (const name of names) expect(contents).toContain(`posts/${name}/index.html`)
    // Who may read a text, and what is planned, is marked.
    expect(contents).toMatch(/>Tomorrow<\/a><br><small><bdi>Planned for [^<]+<\/bdi> · <bdi>Only admins<\/bdi><\/small>/)
    expect(contents).toMatch(/>2024<\/a><br><small><bdi>[^<]+<\/bdi> · <bdi>Family<\/bdi> · <bdi>6 comments<\/bdi><\/small>/)
    const first = await readFile(join(folder, 'posts', names.find((name) => name.endsWith('post-0-a-b-c')) ?? '', 'index.md'), 'utf8')
    expect(first).toContain('Plain words, and a second line.\n\nAnother **strong**, *soft*, <s>struck</s>, <u>under</u>, `` a `tick` ``')
    const everything = await Promise.all(
      (await readdir(folder, { recursive: true }))
        .filter((name) => /\.(md|yml|html)$/.test(name))
        .map((name) => readFile(join(folder, name), 'utf8')),
    )
    expect(everything.join('\n')).not.toMatch(/@example\.org|argon2/)
  })

  it('is imported without changes', async () => {
    await into().makeUser({ username: author.username, isAdmin: true })
    const { report } = await importBlog(importPartsOf(into()), importOptions(folder, { fetchFile: null }))
    expect(report.count('failed')).toBe(0)
    expect(report.lines('likes')).toHaveLength(1)
    expect(report.lines('category')).toEqual([])
    await into().edit(async () => {})
    const { categories } = await into().visitor().call(getSite)
    expect(categories).toEqual({
      own: [{ slug: 'unsere-reisen', name: 'Unsere Reisen & mehr' }],
      renamed: [{ slug: 'lifestyle', name: 'Ausflüge' }],
      hidden: ['health'],
    })
    const [before, after] = [await snapshot(from()), await snapshot(into())]
    const lost = (content: string) => content.replace('<img src="picture" alt="lost">', '[picture: lost]')
    // A comment whose id is no uuid gets a new one.
    const newId = { id: expect.any(String) }
    const comments = before.comments.map((comment) => (comment.id === 'guest' ? { ...comment, ...newId } : comment))
    expect(after.posts).toEqual(before.posts.map((post) => ({ ...post, content: lost(post.content) })))
    expect(before.planned.map(({ audience }) => audience)).toEqual(['admins'])
    expect(after.posts.filter(({ audience }) => audience === 'family')).toHaveLength(1)
    expect(after.planned).toEqual(before.planned)
    expect(before.posts.filter(({ pinned }) => pinned === 1)).toHaveLength(1)
    expect(before.posts.flatMap(({ image_url: cover }) => cover ?? [])).toEqual(expect.arrayContaining(['none', 'picture']))
    expect(after.slugs).toEqual(before.slugs)
    expect(after.addresses).toEqual(before.addresses)
    expect(after.moved).toEqual(before.moved)
    expect(before.moved.map(({ target }) => target)).toEqual(['', 'category=unsere-reisen', 'category=medical', 'picture', 'picture'])
    expect(after.comments).toHaveLength(before.comments.length)
    expect(after.comments).toEqual(expect.arrayContaining(comments))
    expect(comments.filter((comment) => comment.parent_id !== null)).toHaveLength(3)
    expect(await pixelsOf(into())).toEqual(await pixelsOf(from()))
  })

  it('is the same after an import and another export', async () => {
    const { folder: again } = await exportUnpacked(into())
    const names = (await readdir(again, { recursive: true })).toSorted()
    expect([...names, 'missing.txt'].toSorted()).toEqual((await readdir(folder, { recursive: true })).toSorted())
    const texts = (root: string) =>
      Promise.all(names.filter((name) => name.endsWith('index.md')).map((name) => readFile(join(root, name), 'utf8')))
    const withoutLost = (text: string) => text.replace(/(\\\[picture: )?\S*lost\S*/g, '')
    expect((await texts(again)).map(withoutLost)).toEqual((await texts(folder)).map(withoutLost))
  })

  it('adds nothing when it is imported again', async () => {
    const { report } = await importBlog(importPartsOf(into()), importOptions(folder, { importId: 'again', fetchFile: null }))
    expect(report.counts).toMatchObject({ posts: 0, comments: 0, alreadyHere: BODIES.length + 3 })
  })
})

/** Replaces addresses, which differ between blogs in their folder and time. */
const samePictures = (text: string) => text.replace(/\/files\/[\w-]{16}\/[\w.-]+/g, 'picture')

/** Decodes all pictures. @returns their sizes and formats */
async function pixelsOf({ db, storage }: TestApp): Promise<string[]> {
  const rows = await db.selectFrom('pictures').select('address').execute()
  const sizes = rows.map(async ({ address }) => {
    const picture = readPictureAddress(address)
    const bytes = await storage.files.read(address.slice('/files/'.length))
    const { pages = 1 } = await sharp(bytes).metadata()
    return `${picture?.name.replace(/^\d+-/, '')} ${picture?.width}x${picture?.height} ${picture?.format} ${pages}`
  })
  return (await Promise.all(sizes)).toSorted()
}
