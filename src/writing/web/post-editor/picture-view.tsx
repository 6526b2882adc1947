import { type NodeViewProps, NodeViewContent, NodeViewWrapper, useEditorState } from '@tiptap/react'
import { type MouseEvent, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'
import { describePicture, findPicture, movePicture, removePicture, selectPicture } from './picture-commands.ts'
import { PictureTools } from './picture-tools.tsx'
import { UploadLine } from './picture-upload-line.tsx'
import type { PictureOptions, PictureStorage } from './picture-uploads.ts'

/** A picture in the editor with its caption, and its tools while it is selected. */
export const PictureView = ({ node, editor, getPos, extension }: NodeViewProps) => {
  const { view } = editor
  const { uploads } = extension.options as PictureOptions
  const { src, alt, upload: uploadId } = node.attrs as { src: string | null; alt: string; upload: string | null }
  const upload = useSyncExternalStore(uploads.subscribe, () => uploads.find(uploadId))
  const storage = extension.storage as PictureStorage
  const isCurrent = useEditorState({
    editor,
    selector: ({ editor: now }) => storage.isEntered && findPicture(now.state)?.pos === getPos(),
  })

  const withPosition = (act: (pos: number) => void) => {
    const pos = getPos()
    if (pos !== undefined) act(pos)
  }
  const remove = () => withPosition((pos) => removePicture(view, pos))
  const move = (direction: 'up' | 'down') =>
    withPosition((pos) => {
      selectPicture(view, pos)
      movePicture(view, direction)
      view.focus()
    })
  const askForDescription = ({ currentTarget }: MouseEvent) => {
    const figure = currentTarget.closest('figure')
    flushSync(() => withPosition((pos) => selectPicture(view, pos)))
    figure?.querySelector('input')?.focus()
  }

  return (
    <NodeViewWrapper as="figure" className={isCurrent ? 'picture picture-current' : 'picture'}>
      <div contentEditable={false} className="picture-frame">
        <img src={src ?? upload?.preview ?? undefined} alt={alt} data-drag-handle="" />
      </div>
      {upload && src === null ? <UploadLine upload={upload} onRetry={() => uploads.retry(uploadId ?? '')} onRemove={remove} /> : null}
      <NodeViewContent<'figcaption'> as="figcaption" data-empty={node.content.size === 0 ? '' : undefined} />
      {isCurrent ? (
        <PictureTools
          alt={alt}
          onDescribe={(words) => withPosition((pos) => describePicture(view, pos, words))}
          onMove={move}
          onRemove={src === null ? null : remove}
        />
      ) : null}
      {!isCurrent && alt === '' ? (
        <div contentEditable={false} className="picture-tools">
          <button type="button" className="link link-target" onClick={askForDescription}>
            Describe this picture
          </button>
        </div>
      ) : null}
    </NodeViewWrapper>
  )
}
