import { expect } from 'vitest'
import { formatDate } from '#platform/contract/format-date.ts'
import { MINUTE_MS } from '#platform/contract/limits.ts'
import { escapeHtml } from '#platform/contract/read-html.ts'
import type { FooterLink } from '#site/contract/links.endpoints.ts'
import type { Settings } from '#site/contract/settings.endpoints.ts'
import { getSite } from '#site/contract/site.endpoints.ts'
import { lookStyle } from '#site/web/look-style.ts'
import { readXml } from '#tests/support/feeds/read-xml.ts'
import type { Stage } from './stage.ts'

let count = 0

/** Every page, the feed, the icons, the preview and the mails show the words and the look of the blog. */
export async function everywhere({ blog, read, server, sendMail }: Stage): Promise<void> {
  const { name, look } = await blog.visitor().call(getSite)
  const home = await read('/')
  const hasOwnPicture = look.homePicture.startsWith('/files/')
  for (const words of [name, hasOwnPicture ? look.homePictureText : '']) expect(home).toContain(escapeHtml(words))
  const { theme } = look
  expect(home).toContain(theme === 'light' ? '<html lang="en" class="light"' : `data-theme="${theme}"`)
  expect(home).toContain(lookStyle(look))
  expect(home).toContain(look.homePicture.replace(/\.\w+$/, ''))
  expect(JSON.parse(await read('/site.webmanifest'))).toMatchObject({ name })
  expect(await read('/favicon.svg')).toContain('<svg')
  expect(readXml(await read('/feed.xml'))).toBeTruthy()
  expect(await read('/feed.xml')).toContain(escapeHtml(name))
  const [, picture = ''] = /property="og:image" content="http:\/\/[^/]+(\/[^"]+)"/.exec(home) ?? []
  await read(picture)
  const email = `words${(count += 1)}@example.org`
  await blog.visitor().post('/api/following/ask', { email })
  await sendMail()
  expect((await server.next(email)).subject).toContain(name)
}

/** The name of the author is on the pages and in the policy, the address on the pages that lead to the family. */
export async function authorAtWork(stage: Stage): Promise<void> {
  const { author, contact } = await stage.blog.visitor().call(getSite)
  const { slug } = await stage.blog.makePost({ by: stage.admin })
  await stage.read(`/post/${slug}`)
  const policy = await stage.read('/privacy-policy')
  for (const words of [author, contact]) expect(policy).toContain(escapeHtml(words))
  await everywhere(stage)
}

export async function linksAtWork({ read }: Stage, links: readonly FooterLink[]): Promise<void> {
  const home = await read('/')
  for (const { url, label } of links) {
    expect(home).toContain(escapeHtml(label))
    expect(home).toContain(`href="${escapeHtml(url)}"`)
  }
}

/** Posts are in this language, also for those who read the feed; dates are not. */
export async function languageAtWork(
  { blog, admin, read, follow, sendMail, server }: Stage,
  language: Settings['dateLanguage'],
): Promise<void> {
  await follow('at_once', 1)
  const title = `In ${language}`
  const { slug, createdAt } = await blog.makePost({ by: admin, title })
  const date = formatDate(createdAt, { timeZone: 'UTC' })
  expect(await read(`/post/${slug}`)).toContain(date)
  expect(await read('/feed.xml')).toContain(`xml:lang="${language}"`)
  blog.clock.advance(10 * MINUTE_MS)
  await sendMail()
  const mail = server.mails.find(({ subject }) => subject === title)
  expect(mail?.whole).toBeTruthy()
}
