import { NodeViewContent, type NodeViewProps, NodeViewWrapper } from '@tiptap/react'
import FileText from 'lucide-react/icons/file-text'
import { mediaFactsOf, type Remaining } from '#media/contract/file-address.ts'
import { MediaHead } from './media-head.tsx'
import { MediaTools } from './media-tools.tsx'
import { UploadLine } from './upload-line.tsx'
import { useMediaNode } from './use-media-node.ts'

const WORDS: Readonly<Record<Remaining, string>> = {
  notes: 'the notes of its slides',
  'hidden cells': 'hidden rows or columns',
  'inner files': 'the whole table behind a chart, or another file in it',
  'cut parts': 'what was cut off its pictures or pages',
  'hidden shapes': 'hidden pictures or shapes',
  'pivot rows': 'all rows behind a pivot table',
  'hidden layers': 'hidden layers',
  'covered words': 'what is below a box that was drawn on a page',
  names: 'names, dates and earlier versions, which the blog cannot remove from such a file',
}

const wordsOf = (remains: readonly Remaining[]): string =>
  `Whoever opens this file also finds: ${remains.map((each) => WORDS[each]).join('; ')}. Is that not for everyone? Take it out, and add the file again.`

/** A document in the editor: a card with its name and facts, and its tools while it is selected. */
export const DocumentView = (props: NodeViewProps) => {
  const { node } = props
  const { href, name } = node.attrs as { href: string | null; name: string }
  const { uploads, uploadId, upload, isCurrent, change, select, move, remove } = useMediaNode(props)
  const remains = mediaFactsOf(href ?? '')?.remains ?? []
  return (
    <NodeViewWrapper as="figure" className={isCurrent ? 'picture media picture-current' : 'picture media'}>
      <MediaHead icon={FileText} name={name} address={href} bytes={upload?.file.size} onSelect={select} />
      {upload && href === null ? <UploadLine uploads={uploads} id={uploadId} upload={upload} onRemove={remove} /> : null}
      {remains.length === 0 ? null : (
        <p contentEditable={false} className="media-note">
          {wordsOf(remains)}
        </p>
      )}
      <NodeViewContent<'figcaption'> as="figcaption" data-empty={node.content.size === 0 ? '' : undefined} />
      {isCurrent ? (
        <MediaTools
          what="paper"
          label="Name"
          hint="What readers see. Say what it is, such as “Discharge plan, March”."
          words={name}
          onWords={(words) => words !== '' && change({ name: words })}
          onMove={move}
          onRemove={href === null ? null : remove}
        />
      ) : null}
    </NodeViewWrapper>
  )
}
