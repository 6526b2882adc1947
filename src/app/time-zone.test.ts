import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#platform/contract/limits.ts'
import { parseTimeIn } from '#platform/contract/time-zone.ts'
import { importBlog } from '#import-export/server/writer/import-blog.ts'
import { updateBlogWords } from '#site/contract/site.endpoints.ts'
import { makeFolder } from '#tests/support/temporary-folder.ts'
import { onEachEngine } from '#tests/support/engines.ts'
import { importOptions, importPartsOf } from '#tests/support/import-export/import-parts.ts'
import { openStage, type Stage } from '#tests/cases/settings-at-work/stage.ts'

const iso = (at: number) => new Date(at).toISOString()

/** When it is 20:00 there on the 24th of December 2026, in UTC. */
const EVENINGS = [
  ['America/Los_Angeles', '2026-12-25T04:00:00.000Z'],
  ['Pacific/Auckland', '2026-12-24T07:00:00.000Z'],
  ['Asia/Kathmandu', '2026-12-24T14:15:00.000Z'],
] as const

const wordpressExport = (host: string) =>
  `<rss xmlns:wp="http://wordpress.org/export/1.2/"><channel><link>https://${host}</link><wp:wxr_version>1.2</wp:wxr_version><item><title>Old evening</title><content:encoded><![CDATA[Words]]></content:encoded><wp:post_id>1</wp:post_id><wp:post_date>2020-12-24 20:00:00</wp:post_date><wp:post_date_gmt>0000-00-00 00:00:00</wp:post_date_gmt><wp:status>publish</wp:status><wp:post_type>post</wp:post_type><wp:comment><wp:comment_id>1</wp:comment_id><wp:comment_author>Ruth</wp:comment_author><wp:comment_date>2020-12-24 21:30:00</wp:comment_date><wp:comment_content>Good night</wp:comment_content><wp:comment_approved>1</wp:comment_approved></wp:comment></item></channel></rss>`

/** @returns titles and dates of the posts and comments that have come */
async function importFrom({ blog }: Stage, path: string) {
  await importBlog(importPartsOf(blog), importOptions(path))
  const posts = await blog.db.selectFrom('posts').select(['title', 'created_at']).where('title', 'like', 'Old%').execute()
  const comments = await blog.db.selectFrom('comments').select('created_at').execute()
  return { posts: posts.map(({ title, created_at: at }) => [title, iso(at)]), comments: comments.map(({ created_at: at }) => iso(at)) }
}

onEachEngine('The time zone of the blog', (engine) => {
  const { stage } = openStage(engine)
  const live = (timeZone: string, admin = stage().admin) => admin.call(updateBlogWords, { body: { timeZone } })
  /** Sessions end before the clock is there. @returns an admin who is signed in then */
  const goTo = (at: number) => {
    stage().blog.clock.now = at
    return stage().blog.makeAdmin()
  }

  describe.each(EVENINGS)('%s on the evening of the 24th', (zone, evening) => {
    it('has the 24th on the page, the card and in the mail', async () => {
      const { blog, read, server, sendMail, follow } = stage()
      await live(zone)
      const admin = await goTo(Date.parse(evening))
      await follow('at_once', 1)
      const { slug, title } = await blog.makePost({ by: admin, title: `Evening in ${zone}` })
      const date = `<time dateTime="${evening}">24 December 2026</time>`
      expect(await read(`/post/${slug}`)).toContain(date)
      expect(await read('/')).toContain(date)
      // Feeds have the instant, which each reader's program writes in its own way.
      expect(await read('/feed.xml')).toContain(`<published>${evening}</published>`)
      blog.clock.advance(10 * MINUTE_MS)
      await sendMail()
      const mail = server.mails.find(({ subject }) => subject === title)
      // In the text and in the HTML.
      expect(mail?.whole.match(/24 December 2026/g)).toHaveLength(2)
    })

    it('has the evening of an import that does not say what it is in UTC', async () => {
      await live(zone)
      const wordpress = join(makeFolder(), `${engine}-${zone.replace('/', '-')}.xml`)
      await writeFile(wordpress, wordpressExport(`${engine}-${zone.toLowerCase().replace(/[^a-z]/g, '-')}.example`))
      const markdown = join(makeFolder(), `${engine}-${zone.replace('/', '-')}`)
      for (const [name, date] of [
        ['evening', '2021-12-24 20:00'],
        ['day', '2022-12-24'],
        [`elsewhere of ${zone}`, '2023-12-24T20:00:00+01:00'],
      ] as const) {
        const folder = join(markdown, 'posts', name.replace('/', '-'))
        await mkdir(folder, { recursive: true })
        await writeFile(join(folder, 'index.md'), `---\ntitle: Old ${name}\ndate: ${date}\n---\n\nWords\n`)
      }
      const at = (text: string) => iso(parseTimeIn(text, zone))
      expect(await importFrom(stage(), wordpress)).toEqual({
        posts: [['Old evening', at('2020-12-24T20:00')]],
        comments: [at('2020-12-24T21:30')],
      })
      const { posts } = await importFrom(stage(), markdown)
      expect(posts).toEqual(
        expect.arrayContaining([
          ['Old evening', at('2021-12-24T20:00')],
          ['Old day', at('2022-12-24T00:00')],
          [`Old elsewhere of ${zone}`, '2023-12-24T19:00:00.000Z'],
        ]),
      )
      const { slug } = await stage().blog.db.selectFrom('posts').select('slug').where('title', '=', 'Old day').executeTakeFirstOrThrow()
      expect(await stage().read(`/post/${slug}`)).toContain('>24 December 2022</time>')
    })
  })

  it('A Sunday mail keeps its hour when clocks change, and another zone mails nothing twice', async () => {
    const { blog, server, sendMail, follow } = stage()
    await live('Europe/Berlin')
    // Clocks go back on Sunday, 25 October, at 3:00.
    const admin = await goTo(parseTimeIn('2026-10-18T09:00', 'Europe/Berlin'))
    await follow('weekly', 1)
    const mailsOf = (title: string) => server.mails.filter(({ subject }) => subject.includes(title)).length
    const before = await blog.makePost({ by: admin, title: `Before ${engine}` })
    blog.clock.now = parseTimeIn('2026-10-25T08:00', 'Europe/Berlin') - 1
    await sendMail()
    expect(mailsOf(before.title)).toBe(0)
    blog.clock.advance(1)
    expect(iso(blog.clock.now)).toBe('2026-10-25T07:00:00.000Z')
    await sendMail()
    expect(mailsOf(before.title)).toBe(1)

    const after = await blog.makePost({ by: admin, title: `After ${engine}` })
    blog.clock.advance(10 * MINUTE_MS)
    // It is eight there seven hours later, still on this Sunday.
    await live('America/Los_Angeles', admin)
    for (let hour = 0; hour < 24; hour += 1) {
      await sendMail()
      blog.clock.advance(HOUR_MS)
    }
    blog.clock.advance(7 * DAY_MS)
    await sendMail()
    expect([mailsOf(before.title), mailsOf(after.title)]).toEqual([1, 1])
  })
})
