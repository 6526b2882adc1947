import type { MailBlog, MailBody, RenderMail } from '#site/contract/mail.ts'
import type { Database } from '#platform/database/database.ts'
import type { MailContent, MailPicture } from '#platform/mail/mailer.ts'
import { type SiteConfig, toBlogWords, toLook, toSettings, readStoredSettings } from '#site/server/stored-settings.ts'
import { writeMailText } from './write-mail-text.ts'

interface BlogSource {
  readonly siteConfig: SiteConfig
  readonly publicUrl: string
}

/** Returns the data of the blog that mails show. */
export async function getMailBlog(db: Database, { siteConfig, publicUrl }: BlogSource): Promise<MailBlog> {
  const stored = await readStoredSettings(db)
  const { name, timeZone } = toBlogWords(stored, siteConfig)
  const { isClosed } = toSettings(stored)
  return { name, publicUrl, look: toLook(stored), timeZone, isClosed }
}

export interface MailWriting {
  readonly blog: MailBlog
  /** Null if no web build is loaded: then mails are text only. */
  readonly renderMail: RenderMail | null
}

/** Returns a mail in HTML and text. @param pictures pictures that its parts refer to */
export function writeMail({ blog, renderMail }: MailWriting, body: MailBody, pictures: readonly MailPicture[] = []): MailContent {
  const safe = { ...body, subject: toHeaderLine(body.subject) }
  const html = renderMail === null ? {} : { html: renderMail(blog, safe) }
  return { subject: safe.subject, text: writeMailText(blog, safe), ...html, ...(pictures.length === 0 ? {} : { pictures }) }
}

/** Mail programs cut off longer subjects. */
const SUBJECT_MAX_LENGTH = 150

/** Returns one line without control characters, which could inject headers, or direction marks, which could hide text. */
function toHeaderLine(text: string): string {
  const line = text
    .replaceAll(/[\p{Cc}\u202A-\u202E\u2066-\u2069\u2028\u2029]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return cutAtWord(line, SUBJECT_MAX_LENGTH)
}

/** Cuts a text to at most `max` UTF-16 units, between words if possible. */
export function cutAtWord(text: string, max: number): string {
  if (text.length <= max) return text
  const cut = text.slice(0, max - 1)
  const end = cut.lastIndexOf(' ')
  // Removes half of a surrogate pair.
  const whole = end > max / 2 ? cut.slice(0, end) : cut.replace(/[\uD800-\uDBFF]$/, '')
  return `${whole.replace(/(?<![\s,;:–—-])[\s,;:–—-]+$/, '')}…`
}
