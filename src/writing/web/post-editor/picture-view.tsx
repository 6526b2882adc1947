import { NodeViewContent, type NodeViewProps, NodeViewWrapper } from '@tiptap/react'
import { MediaTools } from './media-tools.tsx'
import { UploadLine } from './upload-line.tsx'
import { useMediaNode } from './use-media-node.ts'

const HINT = 'What would you tell someone on the phone? It is read aloud to those who cannot see it. Leave empty when it only decorates.'

/** A picture in the editor with its caption, and its tools while it is selected. */
export const PictureView = (props: NodeViewProps) => {
  const { node } = props
  const { src, alt } = node.attrs as { src: string | null; alt: string }
  const { uploads, uploadId, upload, isCurrent, change, move, remove } = useMediaNode(props)
  return (
    <NodeViewWrapper as="figure" className={isCurrent ? 'picture picture-current' : 'picture'}>
      <div contentEditable={false} className="picture-frame">
        <img src={src ?? upload?.preview ?? undefined} alt={alt} data-drag-handle="" />
      </div>
      {upload && src === null ? <UploadLine uploads={uploads} id={uploadId} upload={upload} onRemove={remove} /> : null}
      <NodeViewContent<'figcaption'> as="figcaption" data-empty={node.content.size === 0 ? '' : undefined} />
      {isCurrent ? (
        <MediaTools
          what="picture"
          label="Description"
          hint={HINT}
          words={alt}
          onWords={(words) => change({ alt: words })}
          onMove={move}
          onRemove={src === null ? null : remove}
        />
      ) : null}
    </NodeViewWrapper>
  )
}
