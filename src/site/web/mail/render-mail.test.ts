import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { DEFAULT_LOOK, PALETTES, paletteIds } from '#site/contract/look.ts'
import type { MailBlog, MailBody } from '#site/contract/mail.ts'
import { writeMailText } from '#site/server/mail/write-mail-text.ts'
import { mailColours } from './mail-colours.ts'
import { renderMail } from './render-mail.tsx'

const BLOG: MailBlog = {
  name: 'Kindred <Blog>',
  publicUrl: 'https://blog.example.org',
  look: DEFAULT_LOOK,
  timeZone: 'UTC',
  isClosed: false,
}
const HOSTILE = `"><script src=//evil.example>'&lt;</style><img src=x onerror=1>`
const BODY: MailBody = {
  subject: `The swing ${HOSTILE}`,
  parts: [
    { kind: 'heading', text: `The swing ${HOSTILE}`, url: 'https://blog.example.org/post/the-swing' },
    { kind: 'note', date: '2026-05-03T10:00:00Z', words: ['Life', HOSTILE] },
    { kind: 'picture', id: 'cover', alt: HOSTILE, width: 550, url: 'https://blog.example.org/post/the-swing' },
    { kind: 'text', text: HOSTILE },
    { kind: 'quote', by: HOSTILE, text: `One\n${HOSTILE}` },
    { kind: 'rule' },
    { kind: 'heading', text: 'Another' },
    { kind: 'button', label: 'Read on', url: 'https://blog.example.org/post/the-swing' },
    { kind: 'link', label: 'Read on', url: 'https://blog.example.org/post/another' },
  ],
  footer: { why: 'You follow it.', links: [{ label: 'Stop these mails', url: 'https://blog.example.org/following/1.k/end' }] },
}

describe('A mail as HTML', () => {
  const html = renderMail(BLOG, BODY)

  it('Text that people wrote never becomes markup', () => {
    const tags = new Set(Array.from(html.matchAll(/<\/?([a-z!][a-z0-9]*)/gi), ([, name]) => name))
    const ours = '!doctype html head meta title style body div table tbody tr td h1 h2 p span a bdi blockquote img br'
    expect(tags).toEqual(new Set(ours.split(' ')))
    expect(html.match(/<img/g)).toHaveLength(1)
    expect(html.replaceAll(/"[^"]*"/g, '""')).not.toMatch(/<[^>]* on\w+=/)
  })

  it('Text that people wrote has its own direction, whatever the sentences around it have', () => {
    const hebrew = 'יום ארוך!'
    const words = renderMail(BLOG, {
      ...BODY,
      parts: [
        { kind: 'heading', text: hebrew },
        { kind: 'note', words: ['Life', hebrew] },
        { kind: 'text', text: hebrew },
        { kind: 'quote', by: hebrew, text: hebrew },
      ],
    })
    const around = Array.from(words.matchAll(new RegExp(`<([^<>]*)>${hebrew}`, 'g')), ([, tag = '']) => tag)
    expect(around.filter((tag) => tag !== 'bdi' && !tag.includes('dir="auto"') && tag !== 'title')).toEqual([])
    expect(around.length).toBeGreaterThanOrEqual(5)
  })

  it('A mail loads nothing, and links only to the blog', () => {
    expect(Array.from(html.matchAll(/ src(?:set)?="([^"]*)"/g), ([, address]) => address)).toEqual(['cid:cover'])
    const links = Array.from(html.matchAll(/ href="([^"]*)"/g), ([, address]) => address)
    expect(links.length).toBeGreaterThan(5)
    expect(links.filter((address) => !address?.startsWith('https://blog.example.org/'))).toEqual([])
    expect(html).not.toMatch(/url\(|@import|@font-face|<link|background=/i)
  })

  it('Line breaks and rules need no style that Word, which renders the mails of Outlook, does not know', () => {
    expect(html).toMatch(/>One<br\/>[^<]/)
    expect(html).not.toMatch(/white-space|font-size:0/)
  })
})

it('The colours of mails are the tokens of pages', () => {
  const css = readFileSync(join(import.meta.dirname, '../../../ui/styles/tokens.css'), 'utf8')
  const names = { paper: 'paper', surface: 'surface', ink: 'ink', soft: 'ink-soft', line: 'line' } as const
  for (const [theme, block] of [
    ['light', /:root,[^}]*\}/],
    ['dark', /\.dark \{[^}]*\}/],
  ] as const) {
    const rules = block.exec(css)?.[0] ?? ''
    for (const palette of paletteIds) {
      const colours = mailColours({ look: { palette } }, theme)
      for (const [part, token] of Object.entries(names)) expect(rules).toContain(`--${token}: ${colours[part as keyof typeof names]};`)
      expect(colours.accent).toBe(PALETTES[palette][theme].accent)
    }
  }
})

it('The text of a mail has the same parts, with unescaped texts of people, and the links of the footer', () => {
  expect(writeMailText(BLOG, BODY)).toBe(
    [
      `The swing ${HOSTILE}`,
      `3 May 2026 · Life · ${HOSTILE}`,
      HOSTILE,
      `${HOSTILE}:\n> One\n> ${HOSTILE}`,
      '* * *',
      'Another',
      'Read on: https://blog.example.org/post/the-swing',
      'Read on: https://blog.example.org/post/another',
      '—',
      'You follow it.',
      'Stop these mails: https://blog.example.org/following/1.k/end\nKindred <Blog>: https://blog.example.org/\n',
    ].join('\n\n'),
  )
})
