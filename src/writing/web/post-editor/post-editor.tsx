import { EditorContent, useEditor } from '@tiptap/react'
import { useEffect, useEffectEvent, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { countPictures, NO_UNSTORED_PICTURES, type UnstoredPictures, type UploadPicture } from '#media/web/index.ts'
import { editorExtensions } from './editor-extensions.ts'
import { EditorToolbar } from './editor-toolbar.tsx'
import { LinkDialog } from './link-dialog.tsx'
import { insertPictures } from './picture-commands.ts'
import { PictureUploads } from './picture-uploads.ts'
import { savedHtml, syncPictures } from './sync-pictures.ts'
import { pictureInput } from './picture-input.ts'
import './post-editor.css'

const wordsOf = ({ uploading, failed }: UnstoredPictures): string => {
  if (failed > 0) return `${countPictures(failed)} could not be uploaded.`
  return uploading > 0 ? `Uploading ${countPictures(uploading)}.` : ''
}

/** Announces uploads to screen readers, outside the editable text. */
const PicturesStatus = ({ pictures }: { readonly pictures: UnstoredPictures }) => (
  <p role="status" className="sr-only">
    {wordsOf(pictures)}
  </p>
)

export interface PostEditorProps {
  /** Name of the form field. */
  readonly name: string
  /** Accessible name of the text. */
  readonly label: string
  readonly placeholder: string
  /** Initial HTML; later changes are ignored (pass another `key`). */
  readonly initialContent: string
  /** Called with the HTML after every change. */
  readonly onChange: (html: string) => void
  readonly upload: UploadPicture
  /** Called when uploads of pictures start or end: pictures that are not stored are not in the HTML. */
  readonly onUnstoredPictures?: ((pictures: UnstoredPictures) => void) | undefined
  /** Id of the element with the error message. */
  readonly errorId?: string | undefined
}

const attributesOf = ({ name, label, errorId }: Pick<PostEditorProps, 'name' | 'label' | 'errorId'>): Record<string, string> => ({
  role: 'textbox',
  'data-field': name,
  class: 'prose editor-text',
  dir: 'auto',
  'aria-label': label,
  'aria-multiline': 'true',
  'aria-required': 'true',
  ...(errorId === undefined ? {} : { 'aria-invalid': 'true', 'aria-describedby': errorId }),
})

const useTextEditor = ({ name, label, placeholder, initialContent, onChange, errorId }: PostEditorProps, uploads: PictureUploads) => {
  const extensions = useMemo(() => editorExtensions(placeholder, uploads), [placeholder, uploads])
  const editorProps = useMemo(
    () => ({
      attributes: attributesOf({ name, label, errorId }),
      ...pictureInput((view, files) => insertPictures(view, uploads, files)),
    }),
    [name, label, errorId, uploads],
  )
  /** The initial text as the editor serialises it, which may differ from the HTML it was given. */
  const untouched = useRef<string | null>(null)
  return useEditor({
    extensions,
    editorProps,
    content: initialContent,
    // The CSP refuses styles that scripts inject; they are in post-editor.css.
    injectCSS: false,
    onCreate: ({ editor: now }) => {
      untouched.current = savedHtml(now)
    },
    onUpdate: ({ editor: now }) => {
      syncPictures(now, uploads)
      const html = savedHtml(now)
      // The first change comes from the editor itself, before it is created.
      untouched.current ??= html
      onChange(html === untouched.current ? initialContent : html)
    },
  })
}

/** Uploads of the pictures in one text, cancelled on unmount. */
const usePictureUploads = ({ upload, onUnstoredPictures }: PostEditorProps) => {
  const [uploads] = useState(() => new PictureUploads(upload))
  const unstored = useSyncExternalStore(uploads.subscribe, uploads.getUnstored)
  const report = useEffectEvent((pictures: UnstoredPictures) => onUnstoredPictures?.(pictures))
  useEffect(() => report(unstored), [unstored])
  const end = useEffectEvent(() => {
    uploads.close()
    onUnstoredPictures?.(NO_UNSTORED_PICTURES)
  })
  useEffect(() => {
    uploads.open()
    return () => end()
  }, [uploads])
  return { uploads, unstored }
}

/** The rich-text body of a post. Only in the browser, and only in its own chunk. */
export const PostEditor = (props: PostEditorProps) => {
  const [isLinking, setLinking] = useState(false)
  const picker = useRef<HTMLInputElement>(null)
  const { uploads, unstored } = usePictureUploads(props)
  const editor = useTextEditor(props, uploads)
  useEffect(
    () =>
      uploads.subscribe(() => {
        if (!editor.isDestroyed) syncPictures(editor, uploads)
      }),
    [editor, uploads],
  )

  return (
    <div className="editor">
      <EditorToolbar editor={editor} onDialog={(dialog) => (dialog === 'link' ? setLinking(true) : picker.current?.click())} />
      <EditorContent editor={editor} />
      <input
        ref={picker}
        type="file"
        accept="image/*"
        multiple
        tabIndex={-1}
        aria-label="Picture files"
        className="sr-only"
        onChange={({ target }) => {
          const files = [...(target.files ?? [])]
          // Cleared, so that the same files can be chosen again.
          target.value = ''
          if (files.length > 0) insertPictures(editor.view, uploads, files)
        }}
      />
      <PicturesStatus pictures={unstored} />
      {isLinking ? <LinkDialog editor={editor} onClose={() => setLinking(false)} /> : null}
    </div>
  )
}
