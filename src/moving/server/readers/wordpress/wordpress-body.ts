import type { Note } from '#moving/server/record/source.ts'
import { replaceBlocks } from './replace-blocks.ts'
import { addParagraphs } from './paragraphs.ts'
import { footnoteList, renderBlock } from './render-block.ts'
import { SHORTCODES } from './render-shortcode.ts'
import { replaceShortcodes } from './shortcodes.ts'
import type { WordpressSurroundings } from './surroundings.ts'

/** Maximum nesting of reusable blocks, which may contain each other. */
const BLOCKS_DEEP_MAX = 3

/** Converts the content of a WordPress post to plain HTML: adds paragraphs, renders shortcodes and blocks. */
export function wordpressHtml(content: string, around: WordpressSurroundings): { html: string; notes: Note[] } {
  const notes: Note[] = []
  const note = (detail: string) => void notes.push({ kind: 'markup', detail })
  const blocks = renderBlocks(content, { around: limitReusableBlocks(around), note, depth: 0 })
  const rendered = replaceShortcodes(blocks, {
    isKnown: (name) => SHORTCODES.has(name),
    render: (code) => SHORTCODES.get(code.name)?.(code, { around, note }),
    unknown: (name) => note(`[${name}] was left as it is`),
  })
  const hasBlocks = /<!--\s*wp:/.test(content)
  return { html: addParagraphs(rendered + unlistedFootnotes(content, around), { hasBlocks }), notes }
}

/** In characters, for all reusable blocks of a post together. */
const REUSED_MAX_LENGTH = 4 * 1024 * 1024

/** Bounds the size of blocks that contain other blocks many times. */
function limitReusableBlocks(around: WordpressSurroundings): WordpressSurroundings {
  let length = 0
  const block = (id: string) => {
    const content = length > REUSED_MAX_LENGTH ? undefined : around.block(id)
    length += content?.length ?? 0
    return content
  }
  return { ...around, block }
}

interface Rendering {
  readonly around: WordpressSurroundings
  readonly note: (detail: string) => void
  readonly depth: number
}

function renderBlocks(content: string, { around, note, depth }: Rendering): string {
  const reusable = (id: string) => {
    const inside = depth < BLOCKS_DEEP_MAX ? around.block(id) : undefined
    return inside === undefined ? undefined : renderBlocks(inside, { around, note, depth: depth + 1 })
  }
  return replaceBlocks(content, (block) => renderBlock(block, { around, note, reusable }))
}

/** Footnotes of a post whose list was deleted while the text still refers to them. */
const unlistedFootnotes = (content: string, { footnotes }: WordpressSurroundings): string =>
  /<!--\s*wp:(?:core\/)?footnotes/.test(content) ? '' : footnoteList(footnotes.filter(({ id }) => content.includes(id)))
