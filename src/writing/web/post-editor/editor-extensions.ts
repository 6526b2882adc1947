import { Extension, type Extensions } from '@tiptap/core'
import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table'
import { Placeholder } from '@tiptap/extensions'
import { StarterKit } from '@tiptap/starter-kit'
import { extraNodes } from './extra-nodes.ts'
import { BLANK_ADDRESS, safeAddress } from '#writing/contract/safe-address.ts'
import type { EditorUploads } from './editor-uploads.ts'
import { PICTURE } from './media-commands.ts'
import { DocumentCard } from './document-node.ts'
import { Picture } from './picture-node.ts'
import { Player } from './player-node.ts'

/** Allows what the server stores as a link. A pasted link to anything else becomes plain text. */
const linkOptions = {
  openOnClick: false,
  defaultProtocol: 'https',
  HTMLAttributes: { target: null, rel: null },
  isAllowedUri: (address: string) => address === BLANK_ADDRESS || safeAddress(address) !== BLANK_ADDRESS,
} as const

/** Preserves an attribute; a missing one is not written. */
const preserved = { default: null }

/**
 * Without the column widths that Tiptap writes as inline styles: the server would drop them and the CSP refuses them.
 * The caption is stored as text; rows of the table head become body rows with header cells.
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

/** The toolbar has no buttons for it, but the alignment of a post is preserved. */
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

export const editorExtensions = (placeholder: string, uploads: EditorUploads): Extensions => [
  StarterKit.configure({ heading: { levels: [2, 3, 4, 5, 6] }, link: linkOptions }),
  Picture.configure({ uploads }),
  Player.configure({ uploads }),
  DocumentCard.configure({ uploads }),
  PlainTable.configure({ resizable: false }),
  TableRow,
  TableHeader.extend({ addAttributes: () => ({ ...spans, scope: preserved }) }),
  TableCell.extend({ addAttributes: () => spans }),
  Alignment,
  ...extraNodes,
  Placeholder.configure({ placeholder }),
]
