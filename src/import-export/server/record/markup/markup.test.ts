import { describe, expect, it } from 'vitest'
import { parseHtml, textOf } from '#platform/text/html.ts'
import { MARKUP_SECTIONS } from '#tests/cases/markup/sections.ts'

const wordsIn = (html: string): string[] =>
  textOf(parseHtml(html.replaceAll('<', ' <')))
    .split(/[\s,.;:^()[\]‘’]+/)
    .filter((word) => word !== '')

/** Visible words: outside of tags, scripts and shortcodes. */
const wordsOf = (source: string): string[] =>
  wordsIn(source.replace(/<(script|style)\b[\s\S]*?<\/\1>/g, ' ').replace(/\[\[?\/?\w+(?:\s[^\]]*)?\]\]?/g, ' '))

describe.each(MARKUP_SECTIONS)('$title', ({ fixtures }) => {
  it.each(fixtures)('$name is imported', async ({ convert, html, notes = [] }) => {
    expect(await convert()).toEqual({ html, notes })
  })

  it.each(fixtures)('No word of $name is lost without a line in the report', async ({ convert, words, controls = [] }) => {
    const converted = await convert()
    const there = new Set([...wordsIn(converted.html), ...converted.notes.flatMap(wordsIn), ...controls.flatMap(wordsIn)])
    expect(wordsOf(words).filter((word) => !there.has(word))).toEqual([])
  })
})
