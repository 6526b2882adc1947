import { plural } from '#platform/contract/plural.ts'
import { EditorContent, useEditor } from '@tiptap/react'
import { useEffect, useEffectEvent, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'
import { ACCEPTED_FILES, countFiles, NO_UNSTORED_FILES, type UnstoredFiles } from '#media/web/index.ts'
import { useFileInput } from '#ui/forms/use-file-input.tsx'
import { editorExtensions } from './editor-extensions.ts'
import { EditorToolbar } from './editor-toolbar.tsx'
import { SharedFiles } from './shared-files.tsx'
import { Recordings } from './recording/recordings.tsx'
import type { EditorDialogName, FileChoice } from './toolbar-actions.ts'
import { LinkDialog } from './link-dialog.tsx'
import { EditorUploads } from './editor-uploads.ts'
import { fileInput } from './file-input.ts'
import { readStoredHtml } from './html-lines.ts'
import { insertFiles, insertWords } from './media-commands.ts'
import { readPastedHtml } from './paste-html.ts'
import { readPastedText } from './paste-text.ts'
import { savedHtml, syncUploads } from './sync-uploads.ts'
import './post-editor.css'

const wordsOf = ({ uploading, failed, noun }: UnstoredFiles): string => {
  if (failed > 0) return `${countFiles(failed, noun)} could not be uploaded.`
  return uploading > 0 ? `Uploading ${countFiles(uploading, noun)}.` : ''
}

/** Announces uploads to screen readers, outside the editable text. */
const UploadsStatus = ({ files }: { readonly files: UnstoredFiles }) => (
  <p role="status" className="sr-only">
    {wordsOf(files)}
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
  /** Whose recordings are offered again. */
  readonly userId: string
  /** Called when uploads start or end: files that are not stored are not in the HTML. */
  readonly onUnstoredFiles?: ((files: UnstoredFiles) => void) | undefined
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

const lostWords = (count: number): string =>
  count === 0
    ? ''
    : `${plural(count, 'One picture', 'pictures')} could not be taken along. Please save ${count === 1 ? 'it' : 'them'} on this device, and add ${count === 1 ? 'it' : 'them'} as a file.`

const useTextEditor = (props: PostEditorProps, uploads: EditorUploads, onPaste: (lostPictures: number) => void) => {
  const { name, label, placeholder, onChange, errorId } = props
  // The parent passes its newest text at each render.
  const [initialContent] = useState(props.initialContent)
  const extensions = useMemo(() => editorExtensions(placeholder, uploads), [placeholder, uploads])
  const editorProps = useMemo(
    () => ({
      attributes: attributesOf({ name, label, errorId }),
      transformPastedHTML(pasted: string) {
        const { html, lostPictures } = readPastedHtml(pasted)
        onPaste(lostPictures)
        return html
      },
      clipboardTextParser: readPastedText,
      ...fileInput((view, files) => insertFiles(view, uploads, files)),
    }),
    [name, label, errorId, uploads, onPaste],
  )
  /** The initial text as the editor serialises it, which may differ from the HTML it was given. */
  const untouched = useRef<string | null>(null)
  return useEditor({
    extensions,
    editorProps,
    content: readStoredHtml(initialContent),
    // The CSP refuses styles that scripts inject; they are in post-editor.css.
    injectCSS: false,
    onCreate: ({ editor: now }) => {
      untouched.current = savedHtml(now)
    },
    onUpdate: ({ editor: now }) => {
      syncUploads(now, uploads)
      const html = savedHtml(now)
      // The first change comes from the editor itself, before it is created.
      untouched.current ??= html
      onChange(html === untouched.current ? initialContent : html)
    },
  })
}

/** Uploads of the files in one text, cancelled on unmount. */
const useUploads = ({ onUnstoredFiles }: PostEditorProps) => {
  const [uploads] = useState(() => new EditorUploads())
  const unstored = useSyncExternalStore(uploads.subscribe, uploads.getUnstored)
  const report = useEffectEvent((files: UnstoredFiles) => onUnstoredFiles?.(files))
  useEffect(() => report(unstored), [unstored])
  const end = useEffectEvent(() => {
    uploads.close()
    onUnstoredFiles?.(NO_UNSTORED_FILES)
  })
  useEffect(() => {
    uploads.open()
    return () => end()
  }, [uploads])
  return { uploads, unstored }
}

/** The rich-text body of a post. Only in the browser, and only in its own chunk. */
export const PostEditor = (props: PostEditorProps) => {
  const [dialog, setDialog] = useState<Exclude<EditorDialogName, FileChoice> | null>(null)
  const [accept, setAccept] = useState('')
  const { uploads, unstored } = useUploads(props)
  const [lostPictures, setLostPictures] = useState(0)
  const editor = useTextEditor(props, uploads, setLostPictures)
  useEffect(
    () =>
      uploads.subscribe(() => {
        if (!editor.isDestroyed) syncUploads(editor, uploads)
      }),
    [editor, uploads],
  )

  const insert = (files: readonly File[]) => insertFiles(editor.view, uploads, files)
  const { input, choose } = useFileInput({ label: 'Files', accept, multiple: true, onFile: (_first, all) => insert(all) })
  const close = () => setDialog(null)
  const open = (name: EditorDialogName) => {
    if (name === 'link' || name === 'record') return setDialog(name)
    flushSync(() => setAccept(ACCEPTED_FILES[name]))
    choose()
  }

  return (
    <div className="editor">
      <EditorToolbar editor={editor} onDialog={open} />
      <Recordings userId={props.userId} isOpen={dialog === 'record'} uploads={uploads} onUse={(file) => insert([file])} onClose={close} />
      <SharedFiles
        userId={props.userId}
        uploads={uploads}
        onUse={({ words, files }) => {
          if (words.length > 0) insertWords(editor, words)
          if (files.length > 0) insert(files)
        }}
      />
      <p role="status" className="editor-note">
        {lostWords(lostPictures)}
      </p>
      <EditorContent editor={editor} />
      {input}
      <UploadsStatus files={unstored} />
      {dialog === 'link' ? <LinkDialog editor={editor} onClose={close} /> : null}
    </div>
  )
}
