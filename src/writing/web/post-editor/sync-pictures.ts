import type { Editor } from '@tiptap/core'
import { DOMSerializer, Fragment, type Node as DocumentNode, type Schema } from '@tiptap/pm/model'
import { PICTURE } from './picture-commands.ts'
import type { PictureUploads } from './picture-uploads.ts'

/** Removes the empty paragraph that the editor adds after the last block. */
const withoutTrailingBlank = (html: string): string => html.replace(/(<p><\/p>)+$/, '')

const uploadOf = (node: DocumentNode): string | null => (node.type.name === PICTURE ? (node.attrs['upload'] as string | null) : null)

/** Starts and cancels uploads as pictures are added and removed, and sets the address of stored ones. */
export const syncPictures = (editor: Editor, uploads: PictureUploads): void => {
  const ids = new Set<string>()
  const { tr } = editor.state
  tr.doc.descendants((node, pos) => {
    const id = uploadOf(node)
    if (id === null) return
    ids.add(id)
    const state = uploads.find(id)?.state
    if (state?.type === 'done') tr.setNodeAttribute(pos, 'src', state.url).setNodeAttribute(pos, 'upload', null)
  })
  // Not in the undo history, because the user did not do this.
  if (tr.docChanged) editor.view.dispatch(tr.setMeta('addToHistory', false))
  uploads.retain(ids)
}

/** Removes pictures that are not stored; a caption of such a picture becomes a paragraph. */
const storedPart = (content: Fragment, schema: Schema): Fragment => {
  const nodes: DocumentNode[] = []
  content.forEach((node) => {
    if (uploadOf(node) === null) nodes.push(node.isTextblock ? node : node.copy(storedPart(node.content, schema)))
    else if (node.content.size > 0) nodes.push(schema.node('paragraph', null, node.content))
  })
  return Fragment.from(nodes)
}

/** In the document of the page, each change would load all pictures of the text, if only from the cache. */
const inert = document.implementation.createHTMLDocument()

/** Returns the HTML to save. */
export const savedHtml = ({ state: { doc }, schema }: Editor): string => {
  const container = inert.createElement('div')
  DOMSerializer.fromSchema(schema).serializeFragment(storedPart(doc.content, schema), { document: inert }, container)
  return withoutTrailingBlank(container.innerHTML)
}
