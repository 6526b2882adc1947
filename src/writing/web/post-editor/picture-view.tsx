import { NodeViewContent, type NodeViewProps, NodeViewWrapper, useEditorState } from '@tiptap/react'
import { type MouseEvent, useState, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'
import { describePicture, findPicture, movePicture, removePicture, selectPicture } from './picture-commands.ts'
import type { PictureOptions, PictureStorage, PictureUpload } from './picture-uploads.ts'
import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import { Button } from '#ui/components/button.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { Progress } from '#ui/components/progress.tsx'

interface PictureToolsProps {
  readonly alt: string
  readonly onDescribe: (words: string) => void
  readonly onMove: (direction: 'up' | 'down') => void
  /** Null while the upload line offers to remove the picture. */
  readonly onRemove: (() => void) | null
}

/** Tools below the selected picture. */
const PictureTools = ({ alt, onDescribe, onMove, onRemove }: PictureToolsProps) => {
  const [typed, setTyped] = useState(alt)
  return (
    <div contentEditable={false} className="picture-tools">
      <TextField
        label="Description"
        hint="What would you tell someone on the phone? It is read aloud to those who cannot see it. Leave empty when it only decorates."
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value)
          onDescribe(target.value.trim())
        }}
      />
      <div className="picture-actions">
        <button type="button" className="editor-button" aria-label="Move up" title="Move up (Alt+↑)" onClick={() => onMove('up')}>
          <ArrowUp size={20} aria-hidden="true" />
        </button>
        <button type="button" className="editor-button" aria-label="Move down" title="Move down (Alt+↓)" onClick={() => onMove('down')}>
          <ArrowDown size={20} aria-hidden="true" />
        </button>
        {onRemove === null ? null : <Button onClick={onRemove}>Remove</Button>}
      </div>
    </div>
  )
}

interface UploadLineProps {
  readonly upload: PictureUpload
  readonly onRetry: () => void
  readonly onRemove: () => void
}

const OFFLINE = 'You are offline. The upload goes on by itself.'

/** Progress or failure of an upload, below its picture. */
const UploadLine = ({ upload: { file, state }, onRetry, onRemove }: UploadLineProps) => {
  const percent = state.type === 'uploading' ? state.percent : 0
  return (
    <div contentEditable={false} className="picture-line">
      {state.type === 'failed' ? (
        <p className="text-danger">
          <strong>Image upload failed</strong> {state.reason}
        </p>
      ) : (
        <>
          <Progress percent={percent} label={`Uploading ${file.name}`} size={44} />
          <span>{state.type === 'uploading' && state.paused ? OFFLINE : state.type === 'queued' ? 'Waiting' : 'Uploading'}</span>
        </>
      )}
      <span className="picture-actions">
        {state.type === 'failed' ? (
          <Button data-refused="" onClick={onRetry}>
            Try again
          </Button>
        ) : null}
        <Button onClick={onRemove}>Remove</Button>
      </span>
    </div>
  )
}

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
    // The field is there only while the picture is selected.
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
