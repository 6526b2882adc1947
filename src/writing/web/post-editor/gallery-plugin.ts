import type { Node as DocumentNode } from '@tiptap/pm/model'
import { Plugin } from '@tiptap/pm/state'
import { Decoration, DecorationSet } from '@tiptap/pm/view'
import { ratioOf, styleGallery } from '#media/web/index.ts'
import { PICTURE } from './media-commands.ts'

/** Shows adjacent pictures as the page will, with decorations only: the text is not changed. */
export const galleryPlugin = (): Plugin<DecorationSet> =>
  new Plugin<DecorationSet>({
    state: {
      init: (_, { doc }) => decorate(doc),
      apply: (tr, before) => (tr.docChanged ? decorate(tr.doc) : before),
    },
    props: {
      decorations(state) {
        return this.getState(state)
      },
    },
  })

/** Nodes that may contain a gallery. */
const GALLERY_PARENTS = new Set(['blockquote', 'definitionText', 'details'])

interface Cell {
  readonly pos: number
  readonly node: DocumentNode
}

function decorate(doc: DocumentNode): DecorationSet {
  const cells = [...galleriesIn(doc, 0)]
  doc.descendants((node, pos) => {
    if (GALLERY_PARENTS.has(node.type.name)) cells.push(...galleriesIn(node, pos + 1))
    return !node.isTextblock
  })
  return DecorationSet.create(doc, cells.flatMap(decorateGallery))
}

function decorateGallery(gallery: readonly Cell[]): Decoration[] {
  const styles = styleGallery(gallery.map(({ node }) => ratioOf(String(node.attrs['src']))))
  return gallery.map(({ pos, node }, index) =>
    Decoration.node(pos, pos + node.nodeSize, { class: 'gallery-cell', style: styles[index] ?? '' }),
  )
}

/** @param start position of the first child */
function galleriesIn(parent: DocumentNode, start: number): Cell[][] {
  const runs: Cell[][] = [[]]
  parent.forEach((node, offset) => {
    if (node.type.name === PICTURE) runs.at(-1)?.push({ pos: start + offset, node })
    else runs.push([])
  })
  return runs.filter((run) => run.length > 1)
}
