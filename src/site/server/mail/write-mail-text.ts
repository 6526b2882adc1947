import { formatDate } from '#platform/contract/format-date.ts'
import type { MailBlog, MailBody, MailPart } from '#site/contract/mail.ts'

type Writers = { readonly [Kind in MailPart['kind']]: (part: Extract<MailPart, { kind: Kind }>, blog: MailBlog) => readonly string[] }

const WRITERS: Writers = {
  heading: ({ text }) => [text],
  note({ date, words = [] }, blog) {
    return [[...(date === undefined ? [] : [formatDate(date, blog)]), ...words].join(' · ')]
  },
  text: ({ text }) => [text],
  quote: ({ by, text }) => [[`${by}:`, ...text.split('\n').map((line) => `> ${line}`)].join('\n')],
  // The mail program lists attachments.
  picture: () => [],
  button: ({ label, url }) => [`${label}: ${url}`],
  link: ({ label, url }) => [`${label}: ${url}`],
  rule: () => ['* * *'],
}

/** Writes a mail as plain text, from the same parts as its HTML. */
export function writeMailText(blog: MailBlog, { parts, footer }: MailBody): string {
  const lines = parts.flatMap((part) => {
    const write = WRITERS[part.kind] as (part: MailPart, blog: MailBlog) => readonly string[]
    return write(part, blog)
  })
  const links = [...footer.links, { label: blog.name, url: `${blog.publicUrl}/` }].map(({ label, url }) => `${label}: ${url}`)
  return `${[...lines, '—', footer.why, links.join('\n')].join('\n\n')}\n`
}
