import { NOTE_KINDS } from '#moving/contract/import-report.ts'
import { MARKUP_SECTIONS, type CheckedFixture } from './sections.ts'

const INTRODUCTION = `# What becomes of a text

When posts of WordPress or Ghost are imported ([operating.md](operating.md#move-in-and-out)), each block, card, shortcode and element becomes what it was, or plain HTML that says the same, or the report names it with its words. Nothing goes silently.

A test writes these tables from its examples, and fails when they are no longer true (\`src/moving/server/record/markup/markup.test.ts\`; \`npm test -- src/moving/server/record/markup -u\` writes them again). "Here" is the outline of what is stored, of the example that the test has. "Report" is the heading under which the report names something, if it does. Why it is so: [decision 50](decisions/0050-texts-of-other-blogs.md).

Pictures, sound, film and files move into the blog's storage. What cannot be had becomes a link, and is listed as missing. A block of a plugin that is not in the tables keeps its words, links and pictures.
`

/** Renders docs/imports.md from the fixtures. */
export function importsDocument(): string {
  const tables = MARKUP_SECTIONS.map(({ title, fixtures }) => {
    const rows = fixtures.map((fixture) => `| ${[fixture.name, fixture.becomes, outlineOf(fixture.html), reportOf(fixture)].join(' | ')} |`)
    return ['', `## ${title}`, '', '| there | becomes | here | report |', '| --- | --- | --- | --- |', ...rows, ''].join('\n')
  })
  return INTRODUCTION + tables.join('')
}

const OUTLINE_TAGS_MAX = 8

/** Returns the tags of an HTML text, each once. */
function outlineOf(html: string): string {
  const tags = Array.from(html.matchAll(/<([a-z][a-z0-9]*)(?: class="([\w-]+)")?/g), ([, tag = '', name]) =>
    name ? `${tag}.${name}` : tag,
  )
  const kinds = [...new Set(tags)]
  const shown = kinds.slice(0, OUTLINE_TAGS_MAX).map((tag) => `\`${tag}\``)
  return `${shown.join(' ')}${kinds.length > OUTLINE_TAGS_MAX ? ' …' : ''}`
}

const reportOf = ({ notes = [] }: CheckedFixture): string =>
  [...new Set(notes.map((note) => NOTE_KINDS[note.slice(0, note.indexOf(':')) as keyof typeof NOTE_KINDS]))].join('; ')
