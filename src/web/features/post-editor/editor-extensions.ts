import { Node, mergeAttributes, type Extensions } from '@tiptap/core'
import { Image } from '@tiptap/extension-image'
import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table'
import { Placeholder } from '@tiptap/extensions'
import { StarterKit } from '@tiptap/starter-kit'
import { BLANK_ADDRESS, isStoredPicture, toLinkAddress } from './link-address.ts'

/**
 * Only addresses that `toLinkAddress` would leave as they are: the link dialog makes others blank,
 * a link pasted with another scheme becomes plain text.
 */
const linkOptions = {
  openOnClick: false,
  defaultProtocol: 'https',
  HTMLAttributes: { target: null, rel: null },
  isAllowedUri: (address: string) => address === BLANK_ADDRESS || toLinkAddress(address) === address,
} as const

const pictureAttributes = { src: { default: null }, alt: { default: '' } }

/** Reads a picture of our own storage; any other is left out. */
const readPicture = (image: Element | null) => {
  const src = image?.getAttribute('src') ?? ''
  return isStoredPicture(src) ? { src, alt: image?.getAttribute('alt') ?? '' } : false
}

const StoredImage = Image.extend({
  addAttributes: () => pictureAttributes,
  parseHTML: () => [{ tag: 'img[src]', getAttrs: (element) => readPicture(element) }],
  addInputRules: () => [],
})

/** A picture with words under it: `<figure><img><figcaption>`. Its content is the caption. */
const Figure = Node.create({
  name: 'figure',
  group: 'block',
  content: 'inline*',
  isolating: true,
  draggable: true,
  addAttributes: () => pictureAttributes,
  parseHTML: () => [
    {
      tag: 'figure',
      contentElement: 'figcaption',
      getAttrs: (element) => element.querySelector('figcaption') !== null && readPicture(element.querySelector('img')),
    },
  ],
  renderHTML: ({ HTMLAttributes }) => ['figure', ['img', mergeAttributes(HTMLAttributes)], ['figcaption', 0]],
})

/** Without the column widths Tiptap writes as inline styles: the server would drop them and the CSP refuses them. */
const PlainTable = Table.extend({
  renderHTML: () => ['table', ['tbody', 0]],
})

export const editorExtensions = (placeholder: string): Extensions => [
  StarterKit.configure({ heading: { levels: [2, 3] }, link: linkOptions }),
  StoredImage,
  Figure,
  PlainTable.configure({ resizable: false }),
  TableRow,
  TableHeader.extend({ addAttributes: () => ({ colspan: { default: 1 }, rowspan: { default: 1 } }) }),
  TableCell.extend({ addAttributes: () => ({ colspan: { default: 1 }, rowspan: { default: 1 } }) }),
  Placeholder.configure({ placeholder }),
]
