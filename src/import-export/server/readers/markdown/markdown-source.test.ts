import { expect, it } from 'vitest'
import { importBlog } from '#import-export/server/writer/import-blog.ts'
import { useTestApp } from '#tests/support/engines.ts'
import { importOptions, importPartsOf } from '#tests/support/import-export/import-parts.ts'
import { noise } from '#tests/support/media/pictures.ts'
import { type Files, makeFolder } from '#tests/support/temporary-folder.ts'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const blog = useTestApp('sqlite')
const text = (head: string, words = 'Words') => `---\n${head}\n---\n${words}\n`

async function run(files: Files) {
  await blog().makeAdmin()
  await blog().db.deleteFrom('posts').where('kind', '=', 'post').execute()
  const folder = makeFolder(files)
  const picture = await noise(30, 20).jpeg().toBuffer()
  for (const path of ['photo.jpg', 'content/posts/ward/photo.jpg']) await writeFile(join(folder, path), picture).catch(() => {})
  const { report } = await importBlog(importPartsOf(blog()), importOptions(folder, { fetchFile: null }))
  const posts = await blog()
    .db.selectFrom('posts')
    .select(['title', 'state', 'category', 'created_at', 'content'])
    .where('kind', '=', 'post')
    .orderBy('title')
    .execute()
  return { report, posts }
}

it('A folder of Jekyll is read: drafts stay drafts, dates are those of the file names, and unknown fields are named', async () => {
  const { report, posts } = await run({
    '_posts/2020-01-02-first-day.md': text('layout: post\ncategories: [medical]\ntags: ward night', 'A ![photo](/photo.jpg)'),
    '_posts/2020-01-03-hidden.md': text('title: Hidden\npublished: false'),
    '_posts/2020-01-04-open.md': text('title: Open\npublished: true\ncategory: life'),
    '_posts/2020-01-05-odd.md': text('title: Odd\npublished: "no"'),
  })
  expect(posts.map(({ title, state, category }) => [title, state, category])).toEqual([
    ['Hidden', 'draft', 'uncategorized'],
    ['Open', 'published', 'life'],
    ['first day', 'published', 'medical'],
  ])
  expect(posts.find(({ title }) => title === 'first day')).toMatchObject({
    created_at: Date.UTC(2020, 0, 2),
    content: expect.stringMatching(/<img src="\/files\//),
  })
  // What cannot be read for certain is not published.
  expect(report.lines('failed')).toEqual([expect.stringContaining('2020-01-05-odd')])
  expect(report.lines('markup')).toEqual(['first day: above the text, layout: post'])
  expect(report.lines('tags')).toEqual(['tag ward night'])
})

it('A folder of Hugo is read: texts in folders and in files, drafts without a date, and no lists', async () => {
  const { report, posts } = await run({
    'content/posts/_index.md': text('title: All posts'),
    'content/posts/ward/index.md': text(
      'title: Ward\ndate: 2020-05-06T07:08:09+02:00\ndraft: false\ncategories: health',
      '![photo](photo.jpg)',
    ),
    'content/posts/later.md': text('title: Later\ndraft: true'),
    'content/posts/toml.md': '+++\ntitle = "Of another form"\n+++\nWords',
  })
  expect(posts.map(({ title, state }) => `${title} ${state}`)).toEqual(['Later draft', 'Ward published'])
  expect(posts[1]).toMatchObject({
    category: 'health',
    created_at: Date.UTC(2020, 4, 6, 5, 8, 9),
    content: expect.stringMatching(/<img src="\/files\//),
  })
  expect(report.lines('failed')).toEqual([expect.stringContaining('content/posts/toml.md: it does not begin with a head')])
})
