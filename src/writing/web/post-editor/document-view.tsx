import { NodeViewContent, type NodeViewProps, NodeViewWrapper } from '@tiptap/react'
import FileText from 'lucide-react/icons/file-text'
import { MediaHead } from './media-head.tsx'
import { MediaTools } from './media-tools.tsx'
import { UploadLine } from './upload-line.tsx'
import { useMediaNode } from './use-media-node.ts'

/** A paper in the editor: a card with its name and facts, and its tools while it is selected. */
export const DocumentView = (props: NodeViewProps) => {
  const { node } = props
  const { href, name } = node.attrs as { href: string | null; name: string }
  const { uploads, uploadId, upload, isCurrent, change, select, move, remove } = useMediaNode(props)
  return (
    <NodeViewWrapper as="figure" className={isCurrent ? 'picture media picture-current' : 'picture media'}>
      <MediaHead icon={FileText} name={name} address={href} bytes={upload?.file.size} onSelect={select} />
      {upload && href === null ? <UploadLine uploads={uploads} id={uploadId} upload={upload} onRemove={remove} /> : null}
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
