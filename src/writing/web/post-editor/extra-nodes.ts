import { FOOTNOTE_ID } from '#writing/contract/footnotes.ts'
import { Extension, type Extensions, Mark, Node, type NodeViewRenderer } from '@tiptap/core'

/**
 * Elements that imported posts may contain and this editor has no buttons for. They are shown,
 * editable and preserved.
 */

const DefinitionList = Node.create({
  name: 'definitionList',
  group: 'block',
  content: '(definitionTerm | definitionText)+',
  parseHTML: () => [{ tag: 'dl' }],
  renderHTML: () => ['dl', 0],
})

const DefinitionTerm = Node.create({
  name: 'definitionTerm',
  content: 'inline*',
  defining: true,
  parseHTML: () => [{ tag: 'dt' }],
  renderHTML: () => ['dt', 0],
})

const DefinitionText = Node.create({
  name: 'definitionText',
  content: 'block+',
  defining: true,
  parseHTML: () => [{ tag: 'dd' }],
  renderHTML: () => ['dd', 0],
})

/** Renders a <div> that is always open: a space or a tap would close <details>, and its text must be visible and editable. */
const asDiv =
  (className: string): (() => NodeViewRenderer) =>
  () =>
  () => {
    const dom = document.createElement('div')
    dom.className = className
    return { dom, contentDOM: dom }
  }

const Details = Node.create({
  name: 'details',
  group: 'block',
  content: 'detailsSummary? block+',
  isolating: true,
  addAttributes: () => ({
    open: {
      default: false,
      parseHTML: (element: HTMLElement) => element.hasAttribute('open'),
      renderHTML: ({ open }: Record<string, unknown>) => (open === true ? { open: '' } : {}),
    },
  }),
  parseHTML: () => [{ tag: 'details' }],
  renderHTML: ({ HTMLAttributes }) => ['details', HTMLAttributes, 0],
  addNodeView: asDiv('editor-details'),
})

const DetailsSummary = Node.create({
  name: 'detailsSummary',
  content: 'inline*',
  defining: true,
  parseHTML: () => [{ tag: 'summary' }],
  renderHTML: () => ['summary', 0],
  addNodeView: asDiv('editor-summary'),
})

const QUOTES = ['pullquote', 'callout']

/** Classes of quotes and lists, and the ids that footnotes link to. */
const Kinds = Extension.create({
  name: 'kinds',
  addGlobalAttributes: () => [
    {
      types: ['blockquote'],
      attributes: { kind: classOf(QUOTES) },
    },
    { types: ['orderedList'], attributes: { kind: classOf(['footnotes']) } },
    {
      types: ['listItem', 'link', 'sup'],
      attributes: {
        id: {
          default: null,
          // Enter in a note begins another item, which no number leads to.
          keepOnSplit: false,
          parseHTML: ({ id }: HTMLElement) => (FOOTNOTE_ID.test(id) ? id : null),
          renderHTML: ({ id }: Record<string, unknown>) => (typeof id === 'string' ? { id } : {}),
        },
      },
    },
  ],
})

const classOf = (names: readonly string[]) => ({
  default: null,
  parseHTML: ({ classList }: HTMLElement) => names.find((name) => classList.contains(name)) ?? null,
  renderHTML: ({ kind }: Record<string, unknown>) => (typeof kind === 'string' ? { class: kind } : {}),
})

const markOf = (tag: string, priority = 100) =>
  Mark.create({ name: tag, priority, parseHTML: () => [{ tag }], renderHTML: ({ HTMLAttributes }) => [tag, HTMLAttributes, 0] })

/** Inline elements that the server allows and the toolbar does not offer. */
const EXTRA_MARKS = ['sub', 'mark', 'small', 'cite', 'ins', 'kbd', 'q', 'samp', 'var'].map((tag) => markOf(tag))

/** Outside links, because the number of a footnote is a link. */
const LINK_PRIORITY = 1000
const Superscript = markOf('sup', LINK_PRIORITY + 1)

const Abbreviation = markOf('abbr').extend({ addAttributes: () => ({ title: { default: null } }) })

export const extraNodes: Extensions = [
  DefinitionList,
  DefinitionTerm,
  DefinitionText,
  Details,
  DetailsSummary,
  Kinds,
  Superscript,
  Abbreviation,
  ...EXTRA_MARKS,
]
