import { mergeAttributes, Node } from '@tiptap/core'
import type { DOMOutputSpec, Node as DocumentNode } from '@tiptap/pm/model'
import { Plugin } from '@tiptap/pm/state'
import { ReactNodeViewRenderer } from '@tiptap/react'
import { galleryPlugin } from './gallery-plugin.ts'
import { BLANK_ADDRESS, safeAddress } from '#writing/contract/safe-address.ts'
import { isOwnPicture } from './link-address.ts'
import type { EditorUploads, UploadOptions } from './editor-uploads.ts'
import { isMedia, leaveMedia, moveMedia, PICTURE, selectFromCaption, selectMedia, typeCaption } from './media-commands.ts'
import { type MediaStorage, UPLOAD_ATTRIBUTE } from './use-media-node.ts'
import { PictureView } from './picture-view.tsx'

const preserved = { default: null }

/** Reads a picture from our own storage, or with a known upload; any other picture is dropped. */
const readPicture = (image: Element | null, uploads: EditorUploads) => {
  const read = (name: string) => image?.getAttribute(name) ?? null
  const upload = read(UPLOAD_ATTRIBUTE)
  const link = image?.closest('a') ?? null
  const href = safeAddress(link?.getAttribute('href') ?? '')
  const rest = {
    alt: read('alt') ?? '',
    title: read('title'),
    width: read('width'),
    height: read('height'),
    href: href === BLANK_ADDRESS ? null : href,
    target: link?.getAttribute('target') ?? null,
  }
  if (uploads.find(upload)) return { ...rest, src: null, upload }
  const src = read('src') ?? ''
  return isOwnPicture(src) && { ...rest, src, upload: null }
}

/** The `<img>` element, in its link. */
const imageOf = ({ attrs }: DocumentNode): DOMOutputSpec => {
  const { src, alt, title, width, height, upload, href, target } = attrs
  const image = ['img', mergeAttributes({ src, alt, title, width, height, [UPLOAD_ATTRIBUTE]: upload })] as const
  return href === null ? image : ['a', { href, target }, image]
}

/** A picture; its content is its caption. Without one it is a plain `<img>`, else `<figure><img><figcaption>`. */
export const Picture = Node.create<UploadOptions, MediaStorage>({
  name: PICTURE,
  addStorage: () => ({ isEntered: false }),
  onTransaction({ transaction }) {
    if (transaction.selectionSet || transaction.getMeta('focus') !== undefined) this.storage.isEntered = true
  },
  group: 'block',
  content: 'inline*',
  isolating: true,
  draggable: true,
  addAttributes: () => ({
    src: preserved,
    alt: { default: '' },
    title: preserved,
    width: preserved,
    height: preserved,
    upload: preserved,
    href: preserved,
    target: preserved,
  }),
  parseHTML() {
    const { uploads } = this.options
    return [
      {
        tag: 'figure',
        contentElement: (figure: globalThis.Node) =>
          (figure as HTMLElement).querySelector('figcaption') ?? document.createElement('figcaption'),
        getAttrs: (figure) => {
          const images = figure.querySelectorAll('img')
          return images.length === 1 && readPicture(images[0] ?? null, uploads)
        },
      },
      { tag: 'img', getAttrs: (image) => readPicture(image, uploads) },
    ]
  },
  renderHTML({ node, HTMLAttributes }) {
    const style: unknown = HTMLAttributes['style']
    const image = imageOf(node)
    if (node.content.size > 0) return ['figure', style ? { style } : {}, image, ['figcaption', 0]]
    return style ? ['figure', { style }, image] : image
  },
  addNodeView: () => ReactNodeViewRenderer(PictureView),
  addKeyboardShortcuts: () => ({
    'Alt-ArrowUp': ({ editor }) => moveMedia(editor.view, 'up'),
    'Alt-ArrowDown': ({ editor }) => moveMedia(editor.view, 'down'),
    Enter: ({ editor }) => leaveMedia(editor.view),
    Backspace: ({ editor }) => selectFromCaption(editor.view),
  }),
  addProseMirrorPlugins: () => [
    galleryPlugin(),
    new Plugin({
      props: {
        handleClickOn(view, ...[, node, nodePos, event]) {
          if (!isMedia(node) || !(event.target instanceof Element) || event.target.closest('[data-drag-handle]') === null) return false
          selectMedia(view, nodePos)
          return true
        },
        handleTextInput: (view, ...[, , text]) => typeCaption(view, text),
      },
    }),
  ],
})
