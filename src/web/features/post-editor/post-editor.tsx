import { type Editor, EditorContent, useEditor } from '@tiptap/react'
import { useMemo, useRef, useState } from 'react'
import type { UploadPicture } from '#web/features/upload-picture.ts'
import { editorExtensions } from './editor-extensions.ts'
import { withoutTrailingBlank } from './editor-html.ts'
import { type EditorDialogName, EditorToolbar } from './editor-toolbar.tsx'
import { LinkDialog } from './link-dialog.tsx'
import { PictureDialog } from './picture-dialog.tsx'
import { takesPictures } from './take-pictures.ts'
import './post-editor.css'

export interface PostEditorProps {
  /** Of the field, for its form. */
  readonly name: string
  /** Accessible name of the text. */
  readonly label: string
  readonly placeholder: string
  /** HTML it begins with; later changes are ignored (give it another `key`). */
  readonly initialContent: string
  /** Called with the HTML after every change. */
  readonly onChange: (html: string) => void
  readonly upload: UploadPicture
  /** Id of the line that says what is wrong with the text. */
  readonly errorId?: string | undefined
}

const attributesOf = ({ name, label, errorId }: Pick<PostEditorProps, 'name' | 'label' | 'errorId'>): Record<string, string> => ({
  role: 'textbox',
  'data-field': name,
  class: 'prose editor-text',
  'aria-label': label,
  'aria-multiline': 'true',
  'aria-required': 'true',
  ...(errorId === undefined ? {} : { 'aria-invalid': 'true', 'aria-describedby': errorId }),
})

const htmlOf = (editor: Editor) => withoutTrailingBlank(editor.getHTML())

/** The rich-text body of a post. Only in the browser, and only in its own chunk. */
export const PostEditor = ({ name, label, placeholder, initialContent, onChange, upload, errorId }: PostEditorProps) => {
  const [dialog, setDialog] = useState<EditorDialogName | null>(null)
  const extensions = useMemo(() => editorExtensions(placeholder), [placeholder])
  /** Pictures that were dropped or pasted; each is asked about in turn. */
  const [waiting, setWaiting] = useState<readonly File[]>([])
  const editorProps = useMemo(
    () => ({
      attributes: attributesOf({ name, label, errorId }),
      ...takesPictures((files) => setWaiting((before) => [...before, ...files])),
    }),
    [name, label, errorId],
  )
  /** How the editor writes the text it began with: it may spell the same text another way. */
  const untouched = useRef<string | null>(null)
  const editor = useEditor({
    extensions,
    editorProps,
    content: initialContent,
    // The CSP refuses styles that scripts inject; they stand in post-editor.css.
    injectCSS: false,
    onCreate: ({ editor: now }) => {
      untouched.current = htmlOf(now)
    },
    onUpdate: ({ editor: now }) => {
      const html = htmlOf(now)
      // Before it is created, only the editor itself has changed anything.
      untouched.current ??= html
      onChange(html === untouched.current ? initialContent : html)
    },
  })
  const close = () => setDialog(null)
  const [given] = waiting
  const closeGiven = () => setWaiting((before) => before.slice(1))

  return (
    <div className="editor">
      <EditorToolbar editor={editor} onDialog={setDialog} />
      <EditorContent editor={editor} />
      {dialog === 'link' ? <LinkDialog editor={editor} onClose={close} /> : null}
      {dialog === 'picture' ? <PictureDialog editor={editor} upload={upload} onClose={close} /> : null}
      {given === undefined ? null : (
        <PictureDialog key={given.lastModified + given.name} editor={editor} upload={upload} file={given} onClose={closeGiven} />
      )}
    </div>
  )
}
