import type { Note } from '#server/imports/source.ts'
import { openBlocks } from './open-blocks.ts'
import { addParagraphs } from './paragraphs.ts'
import { footnoteList, renderBlock } from './render-block.ts'
import { SHORTCODES } from './render-shortcode.ts'
import { replaceShortcodes } from './shortcodes.ts'
import type { WordpressSurroundings } from './surroundings.ts'

/** Reusable blocks may hold others, but not for ever. */
const BLOCKS_DEEP_MAX = 3

/** The content of a WordPress post as plain HTML: paragraphs, shortcodes and blocks as their readers saw them. */
export function wordpressHtml(content: string, around: WordpressSurroundings): { html: string; notes: Note[] } {
  const notes: Note[] = []
  const note = (detail: string) => void notes.push({ kind: 'markup', detail })
  const blocks = renderBlocks(content, { around: withinReason(around), note, depth: 0 })
  const rendered = replaceShortcodes(blocks, {
    isKnown: (name) => SHORTCODES.has(name),
    render: (code) => SHORTCODES.get(code.name)?.(code, { around, note }),
    unknown: (name) => note(`[${name}] was left as it is`),
  })
  return { html: addParagraphs(rendered + forgottenNotes(content, around)), notes }
}

const REUSED_MAX_LENGTH = 4 * 1024 * 1024

/** Blocks that hold others many times over end somewhere. */
function withinReason(around: WordpressSurroundings): WordpressSurroundings {
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
  return openBlocks(content, (block) => renderBlock(block, { around, note, reusable }))
}

/** Footnotes of a post whose list was deleted while the text still refers to them. */
const forgottenNotes = (content: string, { footnotes }: WordpressSurroundings): string =>
  /<!--\s*wp:(?:core\/)?footnotes/.test(content) ? '' : footnoteList(footnotes.filter(({ id }) => content.includes(id)))
