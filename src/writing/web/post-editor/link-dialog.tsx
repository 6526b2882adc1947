import type { Editor } from '@tiptap/core'
import { useState } from 'react'
import { createPortal, flushSync } from 'react-dom'
import { BLANK_ADDRESS } from '#writing/contract/safe-address.ts'
import { Button } from '#ui/components/button.tsx'
import { Dialog } from '#ui/components/dialog.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { toLinkAddress } from './link-address.ts'

interface LinkDialogProps {
  readonly editor: Editor
  readonly onClose: () => void
}

/** @param words of a new link */
const placeLink = (editor: Editor, href: string, words: string) => {
  const chain = editor.chain().extendMarkRange('link')
  if (editor.state.selection.empty && !editor.isActive('link')) {
    chain.insertContent({ type: 'text', text: words, marks: [{ type: 'link', attrs: { href } }] }).run()
    return
  }
  chain.setLink({ href }).run()
}

/** Asks where a link leads. With nothing selected it asks for the words too. */
export const LinkDialog = ({ editor, onClose }: LinkDialogProps) => {
  const isLink = editor.isActive('link')
  const needsText = editor.state.selection.empty && !isLink
  const [address, setAddress] = useState(String(editor.getAttributes('link')['href'] ?? ''))
  const [text, setText] = useState('')
  const [error, setError] = useState<string | null>(null)

  /** Synchronously: a letter typed before the text has the focus would be lost. */
  const close = () => {
    flushSync(onClose)
    editor.view.focus()
  }
  const confirm = () => {
    if (address.trim() === '') return setError('Please enter an address.')
    const href = toLinkAddress(address)
    if (href === BLANK_ADDRESS) return setError('A link cannot lead there. Examples: www.example.org, name@example.org, 0171 1234567.')
    close()
    placeLink(editor, href, text.trim() || address.trim())
  }
  const remove = () => {
    close()
    editor.chain().extendMarkRange('link').unsetLink().run()
  }

  // In <body>, because HTML forms cannot be nested.
  return createPortal(
    <Dialog
      title={isLink ? 'Change the link' : 'Add a link'}
      tone="primary"
      confirmLabel="Save link"
      cancelLabel="Cancel"
      onConfirm={confirm}
      onCancel={close}
      others={isLink ? <Button onClick={remove}>Remove link</Button> : null}
    >
      <TextField
        label="Address"
        inputMode="url"
        autoComplete="off"
        value={address}
        error={error}
        hint="A web page, an e-mail address or a telephone number."
        onChange={(event) => setAddress(event.target.value)}
      />
      {needsText ? <TextField label="Words to show" value={text} onChange={(event) => setText(event.target.value)} /> : null}
    </Dialog>,
    document.body,
  )
}
