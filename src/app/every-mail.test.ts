import { spawnSync } from 'node:child_process'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ArrivedMail, sendEveryMail } from '#tests/cases/every-mail.ts'
import { decodeQuotedPrintable } from '#tests/support/mail/mail-server.ts'
import { type Missing, unlessMissing } from '#tests/support/requirement.ts'
import { isComplete } from '#tests/support/sweep.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

const missingFilter: Missing | null = spawnSync('spamassassin', ['--version']).error
  ? { why: 'no SpamAssassin here', install: 'apt-get install spamassassin' }
  : null

/** As a mail server adds it, with an address that has a name. */
const RECEIVED = 'Received: from mail.miller.example (mail.miller.example [185.15.59.224]) by mx.example.org (Postfix) with ESMTPS id 4XyZ'

/** The first part of this type of a mail; empty if it has none. */
function partOf({ whole }: ArrivedMail, type: 'text/plain' | 'text/html'): string {
  const boundaries = Array.from(whole.matchAll(/boundary="([^"]+)"/g), ([, boundary = '']) => `--${boundary}`)
  const parts = boundaries.reduce((before, boundary) => before.flatMap((part) => part.split(boundary)), [whole])
  const part = parts.findLast((one) => one.includes(`Content-Type: ${type}`)) ?? ''
  const [head = '', ...body] = part.trimStart().split('\r\n\r\n')
  const text = body.join('\n\n').replaceAll('\r\n', '\n')
  return /quoted-printable/i.test(head) ? decodeQuotedPrintable(text) : text
}

describe('Every kind of mail', () => {
  let blog: TestApp
  let mails: readonly ArrivedMail[]

  beforeAll(async () => {
    blog = await createTestApp({ engine: 'sqlite', now: Date.now() })
    mails = await sendEveryMail(blog, { contact: 'ann@miller.example' })
  })
  afterAll(() => blog.close())

  const each = (read: (head: string, body: string) => unknown) =>
    Object.fromEntries(
      mails.map(({ kind, whole }) => {
        const [head = '', ...body] = whole.split('\r\n\r\n')
        return [kind, read(head.replaceAll(/\r\n[ \t]+/g, ' '), body.join('\n\n'))]
      }),
    )
  const all = (value: unknown) => Object.fromEntries(mails.map(({ kind }) => [kind, value]))
  const field = (name: string) => each((head) => new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1])

  it('says that no person sent it, and a reply goes to the contact of the blog', () => {
    expect(field('Auto-Submitted')).toEqual(all('auto-generated'))
    expect(field('Reply-To')).toEqual(all('ann@miller.example'))
  })

  it('has its recipient in brackets, with a name where the address is known to be theirs', () => {
    expect(field('To')).toEqual(all(expect.stringMatching(/^"?[^<>"]+"? <[^<>@]+@[^<>@]+>$/)))
    const names = field('To')
    expect([names['reply'], names['password_changed'], names['waiting']]).toEqual([
      expect.stringContaining('"@ruth" <'),
      expect.stringContaining('"@ruth" <'),
      expect.stringContaining('"@admin'),
    ])
    expect(names['follow']).toBe('"aunt@friends.example" <aunt@friends.example>')
  })

  it('has an id of the host of the blog', () => {
    expect(field('Message-ID')).toEqual(all(expect.stringMatching(/^<[\w-]{32}@blog\.miller\.example>$/)))
  })

  it('has in its text each address that its HTML leads to', () => {
    const missing = mails.map((mail) => {
      const text = partOf(mail, 'text/plain')
      const links = Array.from(partOf(mail, 'text/html').matchAll(/href="([^"]+)"/g), ([, url = '']) => url.replaceAll('&amp;', '&'))
      return [mail.kind, { hasText: text !== '', links: links.filter((url) => !text.includes(url)) }]
    })
    expect(Object.fromEntries(missing)).toEqual(all({ hasText: true, links: [] }))
  })

  it('says where the profile is that it names', () => {
    const naming = mails.map((mail) => [mail.kind, partOf(mail, 'text/plain')] as const).filter(([, text]) => /\bprofile\b/.test(text))
    expect(naming.map(([kind]) => kind)).toEqual(['passkey_added', 'password_changed', 'second_step', 'waiting'])
    for (const [kind, text] of naming) expect([kind, text]).toEqual([kind, expect.stringMatching(/:\n+https:\/\/blog\.miller\.example\//)])
  })

  it('has no text that cannot be seen', () => {
    expect(
      each(
        (_head, body) => /display:\s*none|opacity:\s*0|font-size:\s*[01](?:px)?;|max-height:\s*0/i.exec(body.replaceAll('=\r\n', ''))?.[0],
      ),
    ).toEqual(all(undefined))
  })

  describe('before a spam filter', unlessMissing(isComplete ? missingFilter : null), () => {
    it.runIf(isComplete)('scores no points', () => {
      const folder = mails
        .map(({ whole }) => `From blog@miller.example Sat Jan  1 00:00:00 2028\n${RECEIVED}\n${whole.replaceAll('\r\n', '\n')}\n`)
        .join('\n')
      const { stdout } = spawnSync('spamassassin', ['--local', '--mbox'], { input: folder, encoding: 'utf8', maxBuffer: 2 ** 26 })
      const scores = Array.from(
        stdout.replaceAll(/\n[ \t]+/g, ' ').matchAll(/^X-Spam-Status: \w+, score=(\S+) required=\S+ tests=(\S+)/gm),
        ([, score, tests]) => `${score} ${tests}`,
      )
      expect(Object.fromEntries(mails.map(({ kind }, index) => [kind, scores[index]]))).toEqual(all(expect.stringMatching(/^-?0\.0 /)))
    })
  })
})
