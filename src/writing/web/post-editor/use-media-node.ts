import { type NodeViewProps, useEditorState } from '@tiptap/react'
import { useSyncExternalStore } from 'react'
import type { EditorUpload } from './editor-upload.ts'
import type { EditorUploads, UploadOptions } from './editor-uploads.ts'
import { changeMedia, findMedia, moveMedia, PICTURE, removeMedia, selectMedia } from './media-commands.ts'

/** Identifies an upload on the clipboard: a file that is cut and pasted continues to upload. Never in the saved HTML. */
export const UPLOAD_ATTRIBUTE = 'data-upload'

/** `isEntered` is false until the user sets a selection: the initial cursor may select a picture at the start of the text. */
export interface MediaStorage {
  isEntered: boolean
}

export interface MediaNode {
  readonly uploads: EditorUploads
  /** Id of the node's own upload. */
  readonly uploadId: string | null
  readonly upload: EditorUpload | undefined
  /** Whether it is selected, or the cursor is in its caption. */
  readonly isCurrent: boolean
  readonly change: (attributes: Readonly<Record<string, unknown>>) => void
  readonly withPosition: (act: (pos: number) => void) => void
  readonly select: () => void
  readonly remove: () => void
  readonly move: (direction: 'up' | 'down') => void
}

export const useEditorUpload = (uploads: EditorUploads, id: string | null): EditorUpload | undefined =>
  useSyncExternalStore(uploads.subscribe, () => uploads.find(id))

/** What the views of pictures, players and documents share. */
export function useMediaNode({ node, editor, getPos, extension }: NodeViewProps): MediaNode {
  const { view } = editor
  const { uploads } = extension.options as UploadOptions
  const uploadId = node.attrs['upload'] as string | null
  const upload = useEditorUpload(uploads, uploadId)
  const isCurrent = useEditorState({
    editor,
    selector: ({ editor: now }) => storageOf(now).isEntered && findMedia(now.state)?.pos === getPos(),
  })
  const withPosition = (act: (pos: number) => void) => {
    const pos = getPos()
    if (pos !== undefined) act(pos)
  }
  return {
    uploads,
    uploadId,
    upload,
    isCurrent,
    withPosition,
    change: (attributes) => withPosition((pos) => changeMedia(view, pos, attributes)),
    select: () => withPosition((pos) => selectMedia(view, pos)),
    remove: () => withPosition((pos) => removeMedia(view, pos)),
    move: (direction) =>
      withPosition((pos) => {
        selectMedia(view, pos)
        moveMedia(view, direction)
        view.focus()
      }),
  }
}

const storageOf = ({ storage }: NodeViewProps['editor']) =>
  (storage as unknown as Record<string, MediaStorage>)[PICTURE] ?? { isEntered: false }
