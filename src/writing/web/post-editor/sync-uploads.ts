import type { Editor } from '@tiptap/core'
import { DOMSerializer, Fragment, type Node as DocumentNode, type Schema } from '@tiptap/pm/model'
import type { Transaction } from '@tiptap/pm/state'
import type { StoredMedia } from '#media/web/index.ts'
import type { EditorUploads } from './editor-uploads.ts'
import { toPageLines, withVisibleBlanks } from './html-lines.ts'
import { DOCUMENT, PICTURE } from './media-commands.ts'
import { type PlayerParts, storedPlayer, withCaptions } from './player.ts'

/** Attributes of nodes that name uploads: of the file itself, and of a video's poster and captions. */
const UPLOAD_ATTRIBUTES = ['upload', 'posterUpload', 'captionsUpload'] as const
type UploadAttribute = (typeof UPLOAD_ATTRIBUTES)[number]

const uploadOf = (node: DocumentNode, attribute: UploadAttribute = 'upload'): string | null =>
  (node.attrs[attribute] as string | null | undefined) ?? null

interface Stored {
  readonly pos: number
  readonly node: DocumentNode
  readonly url: string
  readonly media: StoredMedia['media'] | null
}

const change = (tr: Transaction, pos: number, attributes: Readonly<Record<string, unknown>>) => {
  for (const [name, value] of Object.entries(attributes)) tr.setNodeAttribute(pos, name, value)
}

/** Writes the address of a stored file into its node. */
const store = (tr: Transaction, { pos, node, url, media }: Stored): void => {
  if (node.type.name === PICTURE) return change(tr, pos, { src: url, upload: null })
  if (node.type.name === DOCUMENT) return change(tr, pos, { href: url, upload: null })
  // A video that no browser plays is stored as a file to download.
  if (media?.kind === 'document') {
    const { schema } = tr.doc.type
    tr.replaceWith(pos, pos + node.nodeSize, schema.node(DOCUMENT, { href: url, name: media.name }, node.content))
    return
  }
  change(tr, pos, { ...storedPlayer(node.attrs as PlayerParts, url, media), upload: null })
}

const STORE: Readonly<Record<UploadAttribute, (tr: Transaction, stored: Stored) => void>> = {
  upload: store,
  posterUpload: (tr, { pos, node, url }) =>
    change(tr, pos, { attributes: { ...(node.attrs as PlayerParts).attributes, poster: url }, posterUpload: null }),
  captionsUpload: (tr, { pos, node, url }) =>
    change(tr, pos, { tracks: withCaptions(node.attrs as PlayerParts, url), captionsUpload: null }),
}

/** Starts and cancels uploads as files are added and removed, and sets the address of stored ones. */
export const syncUploads = (editor: Editor, uploads: EditorUploads): void => {
  const ids = new Set<string>()
  const { tr } = editor.state
  editor.state.doc.descendants((node, pos) => {
    for (const attribute of UPLOAD_ATTRIBUTES) {
      const id = uploadOf(node, attribute)
      if (id === null) continue
      ids.add(id)
      const state = uploads.find(id)?.state
      const now = tr.mapping.map(pos)
      // Read again: an earlier attribute of the same node may have changed.
      if (state?.type === 'done') STORE[attribute](tr, { pos: now, node: tr.doc.nodeAt(now) ?? node, url: state.url, media: state.media })
    }
  })
  // Not in the undo history, because the user did not do this.
  if (tr.docChanged) editor.view.dispatch(tr.setMeta('addToHistory', false))
  uploads.retain(ids)
}

/** Removes files that are not stored; a caption of such a file becomes a paragraph. Blanks become visible in HTML. */
const storedPart = (content: Fragment, schema: Schema): Fragment => {
  const nodes: DocumentNode[] = []
  content.forEach((node) => {
    if (uploadOf(node) === null) nodes.push(node.isTextblock ? withVisibleBlanks(node) : node.copy(storedPart(node.content, schema)))
    else if (node.content.size > 0) nodes.push(withVisibleBlanks(schema.node('paragraph', null, node.content)))
  })
  return Fragment.from(nodes)
}

/** In the document of the page, each change would load all pictures of the text, if only from the cache. */
const inert = document.implementation.createHTMLDocument()

/** Returns the HTML to save. */
export const savedHtml = ({ state: { doc }, schema }: Editor): string => {
  const container = inert.createElement('div')
  DOMSerializer.fromSchema(schema).serializeFragment(storedPart(doc.content, schema), { document: inert }, container)
  toPageLines(container)
  return container.innerHTML
}
