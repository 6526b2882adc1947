import type { ResolvedPos } from '@tiptap/pm/model'
import { Fragment, type Node as DocumentNode, Slice } from '@tiptap/pm/model'

/** Plain text as the editor takes it: lines are lines, an empty line separates paragraphs, and further ones stay empty lines. */
export function readPastedText(text: string, $place: ResolvedPos): Slice {
  const { schema } = $place.doc.type
  const paragraphs: DocumentNode[][] = [[]]
  for (const line of text.replaceAll('\t', '    ').split(/\r\n?|\n/)) {
    const last = paragraphs.at(-1) ?? []
    if (line.trim() === '') paragraphs.push([])
    else last.push(...(last.length > 0 ? [schema.node('hardBreak')] : []), schema.text(line, $place.marks()))
  }
  return new Slice(Fragment.from(paragraphs.map((parts) => schema.node('paragraph', null, parts))), 1, 1)
}
