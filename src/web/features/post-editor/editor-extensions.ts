import { Extension, type Extensions } from '@tiptap/core'
import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table'
import { Placeholder } from '@tiptap/extensions'
import { StarterKit } from '@tiptap/starter-kit'
import { diaryNodes } from './diary-nodes.ts'
import { BLANK_ADDRESS, toLinkAddress } from './link-address.ts'
import { PICTURE } from './picture-commands.ts'
import { Picture } from './picture-node.ts'
import type { PictureUploads } from './picture-uploads.ts'

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

/** An attribute that is kept as it stands; one that is not there is not written. */
const kept = { default: null }

/**
 * Without the column widths Tiptap writes as inline styles: the server would drop them and the CSP refuses them.
 * The caption is kept as words; the rows of a table's head are rows like others, with cells that are headings.
 */
const PlainTable = Table.extend({
  addAttributes: () => ({
    caption: {
      default: null,
      parseHTML: (element: HTMLElement) => element.querySelector(':scope > caption')?.textContent?.trim() || null,
      rendered: false,
    },
  }),
  parseHTML: () => [{ tag: 'table' }, { tag: 'caption', ignore: true }],
  renderHTML({ node }) {
    const caption: unknown = node.attrs['caption']
    return typeof caption === 'string' ? ['table', ['caption', caption], ['tbody', 0]] : ['table', ['tbody', 0]]
  },
})

const span = { default: 1, parseHTML: (element: HTMLElement, name: string) => Number(element.getAttribute(name)) || 1 }
const spans = {
  colspan: { ...span, parseHTML: (element: HTMLElement) => span.parseHTML(element, 'colspan') },
  rowspan: { ...span, parseHTML: (element: HTMLElement) => span.parseHTML(element, 'rowspan') },
}

const ALIGNMENTS = new Set(['left', 'right', 'center', 'justify', 'start', 'end'])

/** There are no buttons for it, but a post may have it: what comes in goes out again. */
const Alignment = Extension.create({
  name: 'alignment',
  addGlobalAttributes: () => [
    {
      types: ['paragraph', 'heading', PICTURE, 'tableCell', 'tableHeader'],
      attributes: {
        textAlign: {
          default: null,
          parseHTML: (element) => (ALIGNMENTS.has(element.style.textAlign) ? element.style.textAlign : null),
          renderHTML: ({ textAlign }) => (typeof textAlign === 'string' ? { style: `text-align:${textAlign}` } : {}),
        },
      },
    },
  ],
})

export const editorExtensions = (placeholder: string, uploads: PictureUploads): Extensions => [
  StarterKit.configure({ heading: { levels: [2, 3, 4, 5, 6] }, link: linkOptions }),
  Picture.configure({ uploads }),
  PlainTable.configure({ resizable: false }),
  TableRow,
  TableHeader.extend({ addAttributes: () => ({ ...spans, scope: kept }) }),
  TableCell.extend({ addAttributes: () => spans }),
  Alignment,
  ...diaryNodes,
  Placeholder.configure({ placeholder }),
]
