import { closeHistory } from '@tiptap/pm/history'
import { Fragment, type Node as DocumentNode } from '@tiptap/pm/model'
import { type EditorState, NodeSelection, TextSelection, type Transaction } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import type { PictureUploads } from './picture-uploads.ts'

export const PICTURE = 'picture'

interface FoundPicture {
  readonly pos: number
  readonly node: DocumentNode
}

/** The picture that is selected, or whose caption the cursor is in. */
export const findPicture = ({ selection }: EditorState): FoundPicture | null => {
  if (selection instanceof NodeSelection && selection.node.type.name === PICTURE) return { pos: selection.from, node: selection.node }
  const { $from } = selection
  return $from.parent.type.name === PICTURE && $from.sameParent(selection.$to) ? { pos: $from.before(), node: $from.parent } : null
}

/** Returns the range to insert blocks at the cursor; splits the paragraph if the cursor is in its middle. */
const prepareInsertion = (tr: Transaction, picture: FoundPicture | null): { from: number; to: number } => {
  const at = (pos: number) => ({ from: pos, to: pos })
  if (picture) return at(picture.pos + picture.node.nodeSize)
  tr.deleteSelection()
  const { $from } = tr.selection
  if (!$from.parent.isTextblock) return at($from.pos)
  if ($from.parent.content.size === 0 && $from.depth === 1) return { from: $from.before(), to: $from.after() }
  if ($from.parent.type.spec.code === true || $from.parentOffset === $from.parent.content.size) return at($from.after())
  if ($from.parentOffset === 0 && $from.depth === 1) return at($from.before())
  tr.split($from.pos)
  return at($from.pos + 1)
}

/** Inserts pictures at the cursor, in their order, and moves the cursor to the paragraph below. */
export const insertPictures = (view: EditorView, uploads: PictureUploads, files: readonly File[]): void => {
  const { state } = view
  const { tr, schema } = state
  const { from, to } = prepareInsertion(tr, findPicture(state))
  const pictures = files.map((file) => schema.node(PICTURE, { upload: uploads.add(file) }))
  tr.replaceWith(from, to, pictures)
  const end = from + Fragment.from(pictures).size
  if (tr.doc.resolve(end).nodeAfter?.type.name !== 'paragraph') tr.insert(end, schema.node('paragraph'))
  view.dispatch(tr.setSelection(TextSelection.create(tr.doc, end + 1)).scrollIntoView())
  view.focus()
}

/** Moves the picture past the block before or after it, and out of a list or quote at its edge. */
export const movePicture = (view: EditorView, direction: 'up' | 'down'): boolean => {
  const { state } = view
  const picture = findPicture(state)
  if (!picture) return false
  const { pos, node } = picture
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

/** Enter in a caption, or on a picture, moves the cursor below it. */
export const leavePicture = (view: EditorView): boolean => {
  const { state } = view
  const picture = findPicture(state)
  if (!picture) return false
  const end = picture.pos + picture.node.nodeSize
  const tr = state.tr.insert(end, state.schema.node('paragraph'))
  view.dispatch(tr.setSelection(TextSelection.create(tr.doc, end + 1)).scrollIntoView())
  return true
}

/** Backspace before the first letter of a caption selects its picture. */
export const selectFromCaption = (view: EditorView): boolean => {
  const { state } = view
  const { empty, $from } = state.selection
  if (!empty || $from.parent.type.name !== PICTURE || $from.parentOffset > 0) return false
  view.dispatch(state.tr.setSelection(NodeSelection.create(state.doc, $from.before())))
  return true
}

/** Text typed on a selected picture goes to its caption: otherwise it would replace the picture. */
export const typeCaption = (view: EditorView, text: string): boolean => {
  const { selection, tr } = view.state
  if (!(selection instanceof NodeSelection) || selection.node.type.name !== PICTURE) return false
  const end = selection.to - 1
  tr.insertText(text, end)
  view.dispatch(tr.setSelection(TextSelection.create(tr.doc, end + text.length)))
  return true
}

export const selectPicture = (view: EditorView, pos: number): void => {
  view.dispatch(view.state.tr.setSelection(NodeSelection.create(view.state.doc, pos)))
}

/** Changes only the attribute: `setNodeMarkup` would lose the selection. */
export const describePicture = (view: EditorView, pos: number, alt: string): void => {
  view.dispatch(view.state.tr.setNodeAttribute(pos, 'alt', alt))
}

export const removePicture = (view: EditorView, pos: number): void => {
  const size = view.state.doc.nodeAt(pos)?.nodeSize ?? 0
  // A separate undo step, however soon it follows the insertion.
  view.dispatch(closeHistory(view.state.tr).delete(pos, pos + size))
  view.focus()
}
