import type { Editor } from '@tiptap/core'
import { type ChangeEvent, useEffect, useEffectEvent, useId, useState } from 'react'
import { type UploadPicture, useUpload } from '#web/features/upload-picture.ts'
import { UploadStatus } from '#web/features/upload-status.tsx'
import { Field } from '#web/ui/field.tsx'
import { Progress } from '#web/ui/progress.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { backToText, EditorDialog } from './editor-dialog.tsx'
import { isStoredPicture } from './link-address.ts'

interface PictureDialogProps {
  readonly editor: Editor
  readonly upload: UploadPicture
  /** One that was dropped or pasted: it is uploaded at once. */
  readonly file?: File | undefined
  readonly onClose: () => void
}

interface Picture {
  readonly src: string
  readonly alt: string
  readonly caption: string
}

const placePicture = (editor: Editor, { src, alt, caption }: Picture) => {
  const attrs = { src, alt: alt.trim() }
  const node =
    caption.trim() === '' ? { type: 'image', attrs } : { type: 'figure', attrs, content: [{ type: 'text', text: caption.trim() }] }
  editor
    .chain()
    .insertContent([node, { type: 'paragraph' }])
    .run()
}

const wrongAddress = (src: string) =>
  src === '' ? 'Please select an image' : 'Only pictures of this blog can be shown: choose a file, or an address that begins with /files/.'

/** Asks for a picture of our own storage: a file that is uploaded at once, or the address of one that is there. */
export const PictureDialog = ({ editor, upload, file, onClose }: PictureDialogProps) => {
  const { state, start, cancel } = useUpload(upload)
  const [picture, setPicture] = useState<Picture>({ src: '', alt: '', caption: '' })
  const [error, setError] = useState<string | null>(null)
  const fileId = useId()

  const change = (part: Partial<Picture>) => {
    setPicture((before) => ({ ...before, ...part }))
    setError(null)
  }
  const send = async (chosen: File) => {
    const url = await start(chosen)
    if (url !== null) change({ src: url })
  }
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const chosen = event.target.files?.[0]
    if (chosen !== undefined) void send(chosen)
  }
  const sendGiven = useEffectEvent(() => {
    if (file !== undefined) void send(file)
  })
  // oxlint-disable-next-line react/set-state-in-effect -- an upload begins, and its state with it
  useEffect(() => sendGiven(), [])
  const confirm = () => {
    if (state.type === 'uploading') return setError('Please wait for image to upload')
    const src = picture.src.trim()
    if (!isStoredPicture(src)) return setError(wrongAddress(src))
    close()
    placePicture(editor, { ...picture, src })
  }
  const close = () => backToText(editor, onClose)

  return (
    <EditorDialog title="Add a picture" confirmLabel="Insert picture" onConfirm={confirm} onClose={close}>
      <Field id={fileId} label="Picture file" error={state.type === 'failed' ? 'Image upload failed' : null}>
        <input id={fileId} type="file" accept="image/*" className="control" onChange={choose} />
      </Field>
      {file === undefined ? null : <p className="text-small text-ink-soft">{file.name}</p>}
      {state.type === 'uploading' ? <Progress percent={state.percent} label="Uploading the picture" /> : null}
      <UploadStatus upload={state} onCancel={cancel} />
      {isStoredPicture(picture.src) ? <img src={picture.src} alt="" className="max-h-40 rounded-small bg-sunk object-contain" /> : null}
      <TextField
        label="Or its address here"
        placeholder="/files/…"
        value={picture.src}
        error={error}
        onChange={(event) => change({ src: event.target.value })}
      />
      <TextField
        label="Description"
        hint="What would you tell someone on the phone? It is read aloud to those who cannot see it. Leave empty when it only decorates."
        value={picture.alt}
        onChange={(event) => change({ alt: event.target.value })}
      />
      <TextField label="Caption (optional)" value={picture.caption} onChange={(event) => change({ caption: event.target.value })} />
    </EditorDialog>
  )
}
