import { Node } from '@tiptap/core'
import type { Node as DocumentNode } from '@tiptap/pm/model'
import { ReactNodeViewRenderer } from '@tiptap/react'
import type { EditorUploads, UploadOptions } from './editor-uploads.ts'
import { PLAYER } from './media-commands.ts'
import { readParts, readPlayer, toPlayer } from './player.ts'
import { PlayerView } from './player-view.tsx'
import { UPLOAD_ATTRIBUTE } from './use-media-node.ts'

/** Reads a player of our own storage, or with a known upload. */
const read = (element: Element | undefined, uploads: EditorUploads) => {
  const upload = element?.getAttribute(UPLOAD_ATTRIBUTE) ?? null
  return element !== undefined && uploads.find(upload) ? { ...readParts(element), upload } : readPlayer(element)
}

/** The `<audio>` or `<video>` element. */
const playerOf = ({ attrs }: DocumentNode) => {
  const [name, attributes, ...tracks] = toPlayer(attrs)
  const { upload } = attrs as { upload: string | null }
  return [name, upload === null ? attributes : { ...attributes, [UPLOAD_ATTRIBUTE]: upload }, ...tracks] as const
}

/** A video or audio file; its content is its caption. */
export const Player = Node.create<UploadOptions>({
  name: PLAYER,
  group: 'block',
  content: 'inline*',
  isolating: true,
  draggable: true,
  addAttributes: () => ({
    name: { default: 'audio' },
    attributes: { default: {} },
    tracks: { default: [] },
    upload: { default: null },
    posterUpload: { default: null },
    captionsUpload: { default: null },
  }),
  parseHTML() {
    const { uploads } = this.options
    return [
      {
        tag: 'figure',
        contentElement: (figure: globalThis.Node) =>
          (figure as HTMLElement).querySelector('figcaption') ?? document.createElement('figcaption'),
        getAttrs: (figure) => {
          const players = figure.querySelectorAll('audio, video')
          return players.length === 1 && figure.querySelector('img') === null && read(players[0], uploads)
        },
      },
      {
        tag: 'audio, video',
        getAttrs: (element) => read(element, uploads),
        contentElement: () => document.createElement('figcaption'),
      },
    ]
  },
  renderHTML: ({ node }) => ['figure', playerOf(node), ...(node.content.size > 0 ? [['figcaption', 0]] : [])],
  addNodeView: () => ReactNodeViewRenderer(PlayerView),
})
