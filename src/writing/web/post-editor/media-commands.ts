import type { Editor } from '@tiptap/core'
import { closeHistory } from '@tiptap/pm/history'
import { Fragment, type Node as DocumentNode, type ResolvedPos } from '@tiptap/pm/model'
import { type EditorState, NodeSelection, TextSelection, type Transaction } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { roleOf } from '#media/web/index.ts'
import type { EditorUploads } from './editor-uploads.ts'
import { newPlayer } from './player.ts'

export const PICTURE = 'picture'
export const PLAYER = 'player'
export const DOCUMENT = 'document'
const MEDIA = new Set([PICTURE, PLAYER, DOCUMENT])

export const isMedia = ({ type }: DocumentNode): boolean => MEDIA.has(type.name)

interface FoundMedia {
  readonly pos: number
  readonly node: DocumentNode
}

/** The picture, player or document that is selected, or whose caption the cursor is in. */
export const findMedia = ({ selection }: EditorState): FoundMedia | null => {
  if (selection instanceof NodeSelection && isMedia(selection.node)) return { pos: selection.from, node: selection.node }
  const { $from } = selection
  return isMedia($from.parent) && $from.sameParent(selection.$to) ? { pos: $from.before(), node: $from.parent } : null
}

/** Whether the text can be split here: beside a space, not within a word. */
const isBetweenWords = ({ parent, parentOffset }: ResolvedPos): boolean =>
  parentOffset > 0 && /^\s|\s$/.test(parent.textBetween(parentOffset - 1, parentOffset + 1, undefined, ' '))

/** Returns the range to insert blocks at the cursor; splits the paragraph if the cursor is between two of its words. */
const prepareInsertion = (tr: Transaction, media: FoundMedia | null): { from: number; to: number } => {
  const at = (pos: number) => ({ from: pos, to: pos })
  if (media) return at(media.pos + media.node.nodeSize)
  tr.deleteSelection()
  const { $from } = tr.selection
  if (!$from.parent.isTextblock) return at($from.pos)
  if ($from.parent.content.size === 0 && $from.depth === 1) return { from: $from.before(), to: $from.after() }
  const isAtEnd = $from.parentOffset === $from.parent.content.size
  if ($from.parentOffset === 0 && $from.depth === 1) return at($from.before())
  if ($from.parent.type.spec.code === true || isAtEnd || !isBetweenWords($from)) return at($from.after())
  tr.split($from.pos)
  return at($from.pos + 1)
}

/** Inserts files at the cursor, in their order, and moves the cursor to the paragraph below. */
export const insertFiles = (view: EditorView, uploads: EditorUploads, files: readonly File[]): void => {
  const { state } = view
  const { tr, schema } = state
  const { from, to } = prepareInsertion(tr, findMedia(state))
  const nodes = files.map((file) => {
    const role = roleOf(file)
    const upload = uploads.add(file)
    if (role === 'picture') return schema.node(PICTURE, { upload })
    return role === 'video' || role === 'audio'
      ? schema.node(PLAYER, { ...newPlayer(role), upload })
      : schema.node(DOCUMENT, { name: file.name, upload })
  })
  tr.replaceWith(from, to, nodes)
  const end = from + Fragment.from(nodes).size
  if (tr.doc.resolve(end).nodeAfter?.type.name !== 'paragraph') tr.insert(end, schema.node('paragraph'))
  view.dispatch(tr.setSelection(TextSelection.create(tr.doc, end + 1)).scrollIntoView())
  view.focus()
}

/** Moves the file past the block before or after it, and out of a list or quote at its edge. */
export const moveMedia = (view: EditorView, direction: 'up' | 'down'): boolean => {
  const { state } = view
  const media = findMedia(state)
  if (!media) return false
  const { pos, node } = media
  const $pos = state.doc.resolve(pos)
  const index = $pos.index() + (direction === 'up' ? -1 : 1)
  const isEdge = index < 0 || index >= $pos.parent.childCount
  if (isEdge && $pos.depth === 0) return true
  const edge = () => (direction === 'up' ? $pos.before() : $pos.after())
  const size = isEdge ? 0 : $pos.parent.child(index).nodeSize
  const target = isEdge ? edge() : direction === 'up' ? pos - size : pos + node.nodeSize + size
  const tr = closeHistory(state.tr).delete(pos, pos + node.nodeSize)
  const place = tr.mapping.map(target)
  tr.insert(place, node)
  view.dispatch(tr.setSelection(NodeSelection.create(tr.doc, place)).scrollIntoView())
  return true
}

/** Enter in a caption, or on a file, moves the cursor below it. */
export const leaveMedia = (view: EditorView): boolean => {
  const { state } = view
  const media = findMedia(state)
  if (!media) return false
  const end = media.pos + media.node.nodeSize
  const tr = state.tr.insert(end, state.schema.node('paragraph'))
  view.dispatch(tr.setSelection(TextSelection.create(tr.doc, end + 1)).scrollIntoView())
  return true
}

/** Backspace before the first letter of a caption selects its picture, player or document. */
export const selectFromCaption = (view: EditorView): boolean => {
  const { state } = view
  const { empty, $from } = state.selection
  if (!empty || !isMedia($from.parent) || $from.parentOffset > 0) return false
  view.dispatch(state.tr.setSelection(NodeSelection.create(state.doc, $from.before())))
  return true
}

/** Text typed on a selected file goes to its caption: otherwise it would replace the file. */
export const typeCaption = (view: EditorView, text: string): boolean => {
  const { selection, tr } = view.state
  if (!(selection instanceof NodeSelection) || !isMedia(selection.node)) return false
  const end = selection.to - 1
  tr.insertText(text, end)
  view.dispatch(tr.setSelection(TextSelection.create(tr.doc, end + text.length)))
  return true
}

export const selectMedia = (view: EditorView, pos: number): void => {
  view.dispatch(view.state.tr.setSelection(NodeSelection.create(view.state.doc, pos)))
}

/** Changes only the attribute: `setNodeMarkup` would lose the selection. */
export const changeMedia = (view: EditorView, pos: number, attributes: Readonly<Record<string, unknown>>): void => {
  const { tr } = view.state
  for (const [name, value] of Object.entries(attributes)) tr.setNodeAttribute(pos, name, value)
  view.dispatch(tr)
}

/** Inserts a transcript below, if there is none, and moves the cursor into it. */
export const addTranscript = (view: EditorView, pos: number): void => {
  const { state } = view
  const { schema } = state
  const end = pos + (state.doc.nodeAt(pos)?.nodeSize ?? 0)
  const tr = closeHistory(state.tr)
  const below = state.doc.resolve(end).nodeAfter
  if (below?.type.name !== 'details') {
    const summary = schema.node('detailsSummary', null, schema.text('Transcript'))
    tr.insert(end, schema.node('details', null, [summary, schema.node('paragraph')]))
  }
  // Behind the summary, in the first paragraph.
  const summarySize = tr.doc.nodeAt(end)?.firstChild?.nodeSize ?? 0
  view.dispatch(tr.setSelection(TextSelection.near(tr.doc.resolve(end + 1 + summarySize + 1))).scrollIntoView())
  view.focus()
}

export const removeMedia = (view: EditorView, pos: number): void => {
  const size = view.state.doc.nodeAt(pos)?.nodeSize ?? 0
  // A separate undo step, however soon it follows the insertion.
  view.dispatch(closeHistory(view.state.tr).delete(pos, pos + size))
  view.focus()
}

/** Inserts plain paragraphs at the cursor. */
export const insertWords = (editor: Editor, words: readonly string[]): void => {
  const paragraphs = words.map((text) => ({ type: 'paragraph', content: [{ type: 'text', text }] }))
  editor.chain().focus().insertContent(paragraphs).run()
}
