import { Node } from '@tiptap/core'
import { ReactNodeViewRenderer } from '@tiptap/react'
import { kindOfFile, readFileAddress } from '#media/contract/file-address.ts'
import type { EditorUploads, UploadOptions } from './editor-uploads.ts'
import { DOCUMENT } from './media-commands.ts'
import { DocumentView } from './document-view.tsx'
import { UPLOAD_ATTRIBUTE } from './use-media-node.ts'

/** The link to a document, if the element holds nothing else but a caption. */
const documentIn = (element: HTMLElement, uploads: EditorUploads) => {
  const [link, ...others] = [...element.childNodes].filter((child) => !(child instanceof HTMLElement && child.tagName === 'FIGCAPTION'))
  if (!(link instanceof HTMLElement) || link.tagName !== 'A' || others.length > 0) return false
  // A link with formatted words, or with attributes of another editor, stays as it is.
  if (link.childElementCount > 0 || [...link.attributes].some(({ name }) => name !== 'href' && name !== UPLOAD_ATTRIBUTE)) return false
  const name = link.textContent
  const upload = link.getAttribute(UPLOAD_ATTRIBUTE)
  if (uploads.find(upload)) return { href: null, name, upload }
  const href = link.getAttribute('href') ?? ''
  const file = readFileAddress(href)
  return file !== null && kindOfFile(file) === 'document' && { href, name }
}

/** A document; its content is its caption. */
export const DocumentCard = Node.create<UploadOptions>({
  name: DOCUMENT,
  group: 'block',
  content: 'inline*',
  isolating: true,
  draggable: true,
  addAttributes: () => ({
    href: { default: null },
    name: { default: '' },
    upload: { default: null },
    // Imports store a paragraph with the link.
    isParagraph: { default: false },
  }),
  parseHTML() {
    const { uploads } = this.options
    return [
      {
        tag: 'figure',
        contentElement: (figure: globalThis.Node) =>
          (figure as HTMLElement).querySelector('figcaption') ?? document.createElement('figcaption'),
        getAttrs: (figure) => documentIn(figure, uploads),
      },
      {
        tag: 'p',
        // Before the paragraph's own rule.
        priority: 60,
        contentElement: () => document.createElement('figcaption'),
        getAttrs: (paragraph) => {
          const found = paragraph.attributes.length === 0 && documentIn(paragraph, uploads)
          return found && { ...found, isParagraph: true }
        },
      },
    ]
  },
  renderHTML({ node }) {
    const { href, name, upload, isParagraph } = node.attrs as {
      href: string | null
      name: string
      upload: string | null
      isParagraph: boolean
    }
    const link = ['a', { ...(href === null ? {} : { href }), ...(upload === null ? {} : { [UPLOAD_ATTRIBUTE]: upload }) }, name]
    if (node.content.size > 0) return ['figure', link, ['figcaption', 0]]
    return [isParagraph ? 'p' : 'figure', link]
  },
  addNodeView: () => ReactNodeViewRenderer(DocumentView),
})
