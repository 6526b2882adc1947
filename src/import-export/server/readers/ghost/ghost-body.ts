import { escapeHtml } from '#platform/contract/read-html.ts'
import { plainText } from '#platform/text/html.ts'
import type { Note } from '#import-export/server/record/source.ts'
import { lexicalToHtml, mobiledocToHtml } from './editor-text.ts'
import type { GhostPost } from './ghost-tables.ts'

export type GhostTexts = Partial<Pick<GhostPost, 'html' | 'lexical' | 'mobiledoc' | 'custom_excerpt' | 'visibility'>>

/** Text of a Ghost post. Ghost shows the excerpt under the title, so it becomes the first paragraph. */
export function ghostHtml(post: GhostTexts): { html: string; notes: Note[] } {
  const notes: Note[] = []
  const note = (detail: string) => void notes.push({ kind: 'markup', detail })
  const body = withoutGated(post.html || renderedFrom(post, note), post.visibility ?? 'public', note)
  if (body.includes('<!--members-only-->') && (post.visibility ?? 'public') !== 'public')
    note('its beginning, before the part for members, could be read by everyone there')
  const excerpt = post.custom_excerpt?.trim() ?? ''
  const isThere = excerpt === '' || plainText(body.slice(0, excerpt.length * 20 + 2000)).startsWith(plainText(escapeHtml(excerpt)))
  return { html: isThere ? body : `<p>${escapeHtml(excerpt)}</p>${body}`, notes }
}

/** Renders a post without HTML, which exists only in the format of Ghost's editor. */
function renderedFrom({ lexical, mobiledoc }: GhostTexts, note: (detail: string) => void): string {
  try {
    if (lexical) return lexicalToHtml(JSON.parse(lexical), note)
    if (mobiledoc) return mobiledocToHtml(JSON.parse(mobiledoc), note)
  } catch {
    note('its text is in a form that cannot be read; open and publish it once more in Ghost, then export again')
  }
  return ''
}

/** Leaves out parts for fewer members than may read the post, and reports them. */
function withoutGated(html: string, visibility: string, note: (detail: string) => void): string {
  const [before = '', ...parts] = html.split('<!--kg-gated-block:begin ')
  const kept = parts.map((part) => {
    const [gated = '', ...after] = part.split('<!--kg-gated-block:end-->')
    const [rule = '', ...inside] = gated.split('-->')
    const words = inside.join('-->')
    if (isForWholeAudience(rule, visibility)) return words + after.join('')
    note(`only some members could read this, and it was left out: ${plainText(words.replaceAll('<', ' <'))}`)
    return after.join('')
  })
  return before + kept.join('')
}

/** Whether everyone who may read the post could read this part. */
function isForWholeAudience(rule: string, visibility: string): boolean {
  if (visibility === 'public') return /nonMember:\s*true/.test(rule)
  const [, segment = ''] = /memberSegment:\s*"([^"]*)"/.exec(rule) ?? []
  const kinds = segment.split(',').map((kind) => kind.trim())
  return kinds.includes('status:-free') && (visibility !== 'members' || kinds.includes('status:free'))
}
