import { execFile } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeEach, describe, expect, it } from 'vitest'
import { useFreshTestApp } from '#tests/support/engines.ts'
import { importOptions, importPartsOf } from '#tests/support/import-export/import-parts.ts'
import { type Files, makeFolder } from '#tests/support/temporary-folder.ts'
import { importBlog } from './import-blog.ts'
import type { ImportOptions } from './import-run.ts'

const runFileOf = promisify(execFile)
const blog = useFreshTestApp('sqlite')
beforeEach(() => blog().makeAdmin())

const run = (path: string, more: Partial<ImportOptions> = {}) =>
  importBlog(importPartsOf(blog()), importOptions(path, { fetchFile: null, ...more }))
const runFile = (content: string, name = 'export') => run(join(makeFolder({ [name]: content }), name))
const runFolder = (files: Files) => run(makeFolder(files))
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'taken',
    (error: unknown) => (error instanceof Error ? `${(error as { code?: string }).code}: ${error.message}` : 'no error'),
  )

const HEAD = '<rss xmlns:wp="http://wordpress.org/export/1.2/"><channel><wp:wxr_version>1.2</wp:wxr_version>'
const TAIL = '</channel></rss>'
const post = (id: number, parts: { title?: string; body?: string; slug?: string; more?: string } = {}) =>
  `<item><title>${parts.title ?? `Post ${id}`}</title><content:encoded><![CDATA[${parts.body ?? `Body ${id}`}]]></content:encoded><wp:post_id>${id}</wp:post_id><wp:post_date_gmt>2020-01-02 03:04:05</wp:post_date_gmt><wp:post_name>${parts.slug ?? `post-${id}`}</wp:post_name><wp:status>publish</wp:status><wp:post_type>post</wp:post_type>${parts.more ?? ''}</item>`

describe('A file that is no export', () => {
  it.each([
    ['nothing', '', 'neither a WordPress export'],
    ['a feed', '<rss><channel><title>x</title><item><title>y</title></item></channel></rss>', 'a feed, not an export'],
    ['JSON of something else', '{"posts": []}', 'no export of Ghost'],
    ['JSON that breaks off', '{"db":[{"data":{"posts":[{"id":"1","ti', 'no whole JSON'],
    ['JSON of the wrong shape', '{"db":[{"data":{"posts":[{"id":{"$ne":1}}]}}]}', 'no export of Ghost'],
    ['a number far too deep', `{"data":{"posts":${'['.repeat(50_000)}${']'.repeat(50_000)}}}`, 'no export of Ghost'],
  ])('is refused: %s', async (_, content, words) => {
    const said = await refusal(runFile(content))
    expect(said).toContain('bad_request: ')
    expect(said).toContain(words)
  })

  it.each([
    ['blank lines', '\n\n \n'],
    ['a warning of PHP', 'PHP Warning:  Undefined array key "a" in /var/www/plugin.php on line 12\n'],
    [
      'warnings of PHP in HTML',
      '<br />\n<b>Warning</b>:  Undefined & odd <x in <b>/var/www/plugin.php</b> on line <b>12</b><br />\n'.repeat(400),
    ],
  ])('is none because of %s before it', async (_, before) => {
    const xml = `<?xml version="1.0" encoding="UTF-8" ?>\n${HEAD}${post(1)}${TAIL}`
    const { report } = await runFile(before + xml)
    expect(report.counts.posts).toBe(1)
    for (const table of ['posts', 'imported_items', 'old_addresses'] as const) await blog().db.deleteFrom(table).execute()
  })

  it('is reported as missing if it does not exist', async () => {
    expect(await refusal(run('/nowhere/at/all.xml'))).toBe('not_found: There is no file or folder /nowhere/at/all.xml.')
    expect(await refusal(runFolder({ 'a.txt': 'x' }))).toContain('no folder ‘posts’')
  })
})

describe('Malicious XML', () => {
  it.each([
    [
      'outside entities',
      '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>' + HEAD + post(1, { title: '&a;' }) + TAIL,
      'document type',
    ],
    ['a bomb of entities', `<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "${'&a;'.repeat(1000)}">]>${HEAD}${TAIL}`, 'document type'],
    ['nesting without end', HEAD + '<a>'.repeat(100_000), 'nested more deeply'],
    ['an end in the middle', HEAD + post(1) + '<item><title>half', 'ends in the middle'],
    ['tags that do not match', `${HEAD}<item></wrong>${TAIL}`, 'no whole XML'],
    ['a tag without end', `${HEAD}<${'x'.repeat(300_000)}`, 'no whole XML'],
    ['another encoding', `<?xml version="1.0" encoding="iso-8859-1"?>${HEAD}${TAIL}`, 'convert it to UTF-8'],
  ])('is refused: %s', async (_, content, words) => {
    const countPosts = async () => (await blog().db.selectFrom('posts').select('id').execute()).length
    const before = await countPosts()
    const said = await refusal(runFile(content))
    expect(said).toContain('bad_request: ')
    expect(said).toContain(words)
    expect(await countPosts()).toBe(before)
  })

  it('is streamed, however large it is', async () => {
    const path = join(makeFolder({ x: '' }), 'huge.xml')
    const file = await open(path, 'w')
    const padding = `<item><title>x</title><wp:post_type>revision</wp:post_type><content:encoded><![CDATA[${'words '.repeat(200_000)}]]></content:encoded></item>`
    await file.write(HEAD)
    for (let index = 0; index < 40; index += 1) await file.write(padding)
    await file.write(post(70) + TAIL)
    await file.close()
    // The file has 48 MB, the heap 32 MB.
    const script = `
      const { readWxr } = await import('#import-export/server/readers/wordpress/read-wxr.ts')
      let items = 0
      for await (const part of readWxr(process.argv[1])) items += part.name === 'item' ? 1 : 0
      console.log(items)`
    const { stdout } = await runFileOf(process.execPath, ['--max-old-space-size=32', '--input-type=module', '-e', script, path])
    expect(stdout.trim()).toBe('41')
  })

  it('is refused if an item is larger than any post', async () => {
    const fields = Array.from({ length: 5 }, (_, index) => `<x${index}>${'y'.repeat(4_000_000)}</x${index}>`).join('')
    expect(await refusal(runFile(`${HEAD}<item>${fields}</item>${TAIL}`))).toContain('more than 16 MB')
  })
})

describe('Malicious posts', () => {
  it('are skipped and reported one by one', async () => {
    const { report } = await runFile(
      HEAD +
        post(1, { body: '<div>'.repeat(200_000) }) +
        post(2, { body: `${'<b>'.repeat(15_000)}deep` }) +
        post(3, { body: 'x'.repeat(1_100_000) }) +
        post(4, { body: '<script>alert(1)</script>' }) +
        post(5, { body: '[caption]'.repeat(20_000) + '['.repeat(20_000) + 'words' }) +
        post(6, { body: '<p>fine</p>' }) +
        TAIL,
    )
    expect(report.lines('failed').map((line) => line.slice(0, 6))).toEqual(['Post 1', 'Post 2', 'Post 3'])
    expect(report.lines('empty')).toEqual(['Post 4'])
    const titles = await blog().db.selectFrom('posts').select('title').where('title', 'like', 'Post _').orderBy('title').execute()
    expect(titles.map(({ title }) => title)).toEqual(['Post 4', 'Post 5', 'Post 6'])
  })

  it('get valid titles, slugs and names', async () => {
    const comment = (id: number, author: string, text: string) =>
      `<wp:comment><wp:comment_id>${id}</wp:comment_id><wp:comment_author><![CDATA[${author}]]></wp:comment_author><wp:comment_date_gmt>2020-01-02 03:04:05</wp:comment_date_gmt><wp:comment_content><![CDATA[${text}]]></wp:comment_content><wp:comment_approved>1</wp:comment_approved></wp:comment>`
    const { report } = await runFile(
      HEAD +
        post(11, { title: ' ' }) +
        post(12, { title: 'long '.repeat(100) }) +
        post(13, { title: '&lt;img src=x onerror=alert(1)&gt; &amp; more', slug: '../../admin?x=1#' }) +
        post(14, {
          slug: '%zz',
          more: comment(1, `@@${'n'.repeat(300)}\u202E`, '<b>hi</b><script>x</script>') + comment(2, '', ' \u200B '),
        }) +
        TAIL,
    )
    expect(report.count('failed')).toBe(0)
    const posts = await blog()
      .db.selectFrom('posts')
      .select(['title', 'slug'])
      .where('slug', 'not like', 'post-_')
      .orderBy('slug')
      .execute()
    expect(posts.map(({ slug }) => slug)).toEqual(['admin-x-1', 'post-11', 'post-12', 'zz'])
    expect(posts[0]?.title).toBe('& more')
    expect(posts[1]?.title).toBe('Untitled, 2020-01-02')
    expect(posts[2]?.title).toMatch(/^long .*…$/)
    const comments = await blog().db.selectFrom('comments').select(['guest_name', 'content']).execute()
    expect(comments).toEqual([{ guest_name: 'n'.repeat(80), content: 'hi' }])
    expect(report.lines('comment')).toEqual(['Post 14: without text'])
  })

  it('store only local paths as old addresses', async () => {
    await runFile(
      HEAD +
        post(21, { more: '<link>https://evil.example//evil.example/x</link>' }) +
        post(22, { more: '<link>javascript:alert(1)</link>' }) +
        TAIL,
    )
    const rows = await blog().db.selectFrom('old_addresses').select('path').execute()
    for (const { path } of rows) expect(path).toMatch(/^\/[^\\]*$/)
  })
})

describe('A malicious Markdown folder', () => {
  const index = (head: string, text = 'Words') => `---\n${head}\n---\n\n${text}\n`
  const good = 'title: Good\ndate: 2020-01-01'

  it('exposes no file outside of it', async () => {
    const folder = makeFolder({
      'secret.md': index('title: Secret\ndate: 2020-01-01', 'secret words'),
      'export/posts/a/index.md': index(
        `${good}\nslug: inside\ncover: ../../../secret.md`,
        '![x](../../../secret.md) ![y](/etc/passwd) ![z](file:///etc/passwd)',
      ),
    })
    mkdirSync(join(folder, 'export/posts/b'))
    symlinkSync(join(folder, 'secret.md'), join(folder, 'export/posts/b/index.md'))
    symlinkSync(folder, join(folder, 'export/posts/c'))
    const { report } = await run(join(folder, 'export'))
    expect(report.lines('failed')).toEqual(['posts/b: posts/b/index.md leads out of the folder'])
    const { content } = await blog().db.selectFrom('posts').select('content').where('slug', '=', 'inside').executeTakeFirstOrThrow()
    expect(content).toBe('<p>[picture: x] [picture: y] [picture: z]</p>')
    expect(report.count('picture')).toBe(4)
  })

  it('has its invalid files reported, and the others imported', async () => {
    const bomb = `a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [${'*a,'.repeat(9)}]\nc: &c [${'*b,'.repeat(9)}]\nd: [${'*c,'.repeat(9)}]`
    const { report } = await runFolder({
      'posts/1/index.md': 'no head',
      'posts/2/index.md': index('title: x'),
      'posts/3/index.md': index('title: x\ndate: yesterday'),
      'posts/4/index.md': index(`${good}\n${bomb}`),
      'posts/5/index.md': index('title: [unclosed'),
      'posts/6/index.md': index(`${good}\nslug: six`),
      'posts/6/comments.yml': '- text: [',
      'posts/7/other.md': 'x',
      'posts/8/index.md': index(`title: 2024\ndate: 2024-01-01\nslug: 2024`, '<script>alert(1)</script><img src=x onerror=alert(1)>fine'),
      'posts/8/comments.yml': '- {by: 12, date: 2024-01-01, text: 2024}\n- {text: no date}',
    })
    expect(report.lines('failed').map((line) => line.split(':')[0])).toEqual([
      'posts/1',
      'posts/2',
      'posts/3',
      'posts/4',
      'posts/5',
      'posts/6',
      'posts/7',
      'posts/8',
    ])
    expect(report.counts.posts).toBe(0)
  })

  it('gives the family what a blog of version 0.1 had for readers', async () => {
    await runFolder({ 'posts/1/index.md': index('title: For readers\ndate: 2024-01-01\nslug: for-readers\naudience: readers') })
    const { audience } = await blog().db.selectFrom('posts').select('audience').where('slug', '=', 'for-readers').executeTakeFirstOrThrow()
    expect(audience).toBe('family')
  })

  it('may have a byte order mark, Windows line ends, and only a title and a date', async () => {
    const folder = makeFolder({ 'posts/first/index.md': '' })
    writeFileSync(
      join(folder, 'posts/first/index.md'),
      '\uFEFF---\r\ntitle: From Windows\r\ndate: 2021-05-06\r\n---\r\n\r\n# Big\r\n\r\n- one\r\n- two <b onclick="x()">b</b>\r\n',
    )
    const { report } = await run(folder)
    expect(report.count('failed')).toBe(0)
    const row = await blog()
      .db.selectFrom('posts')
      .select(['slug', 'content', 'created_at'])
      .where('title', '=', 'From Windows')
      .executeTakeFirstOrThrow()
    expect(row).toEqual({
      slug: 'from-windows',
      content: '<h2>Big</h2><ul><li>one</li><li>two <b>b</b></li></ul>',
      created_at: Date.UTC(2021, 4, 6),
    })
  })
})
