import type { Editor } from '@tiptap/core'
import { NodeSelection } from '@tiptap/pm/state'
import Bold from 'lucide-react/icons/bold'
import Clapperboard from 'lucide-react/icons/clapperboard'
import Code from 'lucide-react/icons/code'
import Heading2 from 'lucide-react/icons/heading-2'
import Heading3 from 'lucide-react/icons/heading-3'
import Images from 'lucide-react/icons/images'
import Italic from 'lucide-react/icons/italic'
import Link from 'lucide-react/icons/link'
import List from 'lucide-react/icons/list'
import ListOrdered from 'lucide-react/icons/list-ordered'
import Mic from 'lucide-react/icons/mic'
import Minus from 'lucide-react/icons/minus'
import Paperclip from 'lucide-react/icons/paperclip'
import Quote from 'lucide-react/icons/quote'
import Redo from 'lucide-react/icons/redo-2'
import SquareCode from 'lucide-react/icons/square-code'
import Strikethrough from 'lucide-react/icons/strikethrough'
import Table from 'lucide-react/icons/table'
import Underline from 'lucide-react/icons/underline'
import Undo from 'lucide-react/icons/undo-2'
import type { ComponentType } from 'react'

type Icon = ComponentType<{ size?: number; 'aria-hidden'?: 'true' }>

/** What a button can open. */
export type EditorDialogName = 'link' | 'record' | FileChoice

/** Files that a button offers. */
export type FileChoice = 'photo' | 'video' | 'file'

export interface ToolbarAction {
  readonly label: string
  /** Without an icon, the label is shown. */
  readonly icon?: Icon
  /** Shows the label beside the icon. */
  readonly hasWord?: boolean
  /** Only for actions that are on or off at the cursor. */
  readonly isOn?: (editor: Editor) => boolean
  readonly isPossible?: (editor: Editor) => boolean
  /** A command on the text, or the name of a dialog. */
  readonly does: ((editor: Editor) => unknown) | EditorDialogName
}

const focused = (editor: Editor) => editor.chain().focus()

/** Always in sight, on a phone in one line. */
export const MEDIA_ACTIONS: readonly ToolbarAction[] = [
  { label: 'Photo', icon: Images, hasWord: true, does: 'photo' },
  { label: 'Film', icon: Clapperboard, hasWord: true, does: 'video' },
  { label: 'Voice', icon: Mic, hasWord: true, does: 'record' },
]

export const UNDO: ToolbarAction = {
  label: 'Undo',
  icon: Undo,
  isPossible: (editor) => editor.can().undo(),
  does: (editor) => focused(editor).undo().run(),
}

/** Groups of buttons that 'Text styles' shows. */
export const STYLE_ACTIONS: readonly (readonly ToolbarAction[])[] = [
  [
    { label: 'Bold', icon: Bold, isOn: (editor) => editor.isActive('bold'), does: (editor) => focused(editor).toggleBold().run() },
    { label: 'Italic', icon: Italic, isOn: (editor) => editor.isActive('italic'), does: (editor) => focused(editor).toggleItalic().run() },
    {
      label: 'Underline',
      icon: Underline,
      isOn: (editor) => editor.isActive('underline'),
      does: (editor) => focused(editor).toggleUnderline().run(),
    },
    {
      label: 'Strikethrough',
      icon: Strikethrough,
      isOn: (editor) => editor.isActive('strike'),
      does: (editor) => focused(editor).toggleStrike().run(),
    },
    {
      label: 'Link',
      icon: Link,
      isOn: (editor) => editor.isActive('link'),
      // A link is on words.
      isPossible: ({ state }) => !(state.selection instanceof NodeSelection),
      does: 'link',
    },
  ],
  [
    {
      label: 'Heading',
      icon: Heading2,
      isOn: (editor) => editor.isActive('heading', { level: 2 }),
      does: (editor) => focused(editor).toggleHeading({ level: 2 }).run(),
    },
    {
      label: 'Small heading',
      icon: Heading3,
      isOn: (editor) => editor.isActive('heading', { level: 3 }),
      does: (editor) => focused(editor).toggleHeading({ level: 3 }).run(),
    },
    {
      label: 'Bulleted list',
      icon: List,
      isOn: (editor) => editor.isActive('bulletList'),
      does: (editor) => focused(editor).toggleBulletList().run(),
    },
    {
      label: 'Numbered list',
      icon: ListOrdered,
      isOn: (editor) => editor.isActive('orderedList'),
      does: (editor) => focused(editor).toggleOrderedList().run(),
    },
    {
      label: 'Quote',
      icon: Quote,
      isOn: (editor) => editor.isActive('blockquote'),
      does: (editor) => focused(editor).toggleBlockquote().run(),
    },
  ],
  [
    { label: 'Redo', icon: Redo, isPossible: (editor) => editor.can().redo(), does: (editor) => focused(editor).redo().run() },
    { label: 'Dividing line', icon: Minus, does: (editor) => focused(editor).setHorizontalRule().run() },
    { label: 'Sound or paper', icon: Paperclip, does: 'file' },
  ],
  [
    { label: 'Code', icon: Code, isOn: (editor) => editor.isActive('code'), does: (editor) => focused(editor).toggleCode().run() },
    {
      label: 'Code block',
      icon: SquareCode,
      isOn: (editor) => editor.isActive('codeBlock'),
      does: (editor) => focused(editor).toggleCodeBlock().run(),
    },
    {
      label: 'Table',
      icon: Table,
      isPossible: (editor) => !editor.isActive('table'),
      does: (editor) => focused(editor).insertTable({ rows: 3, cols: 3, withHeaderRow: true }).run(),
    },
  ],
]

/** Shown while the cursor is in a table. */
export const TABLE_ACTIONS: readonly ToolbarAction[] = [
  { label: 'Add row', does: (editor) => focused(editor).addRowAfter().run() },
  { label: 'Add column', does: (editor) => focused(editor).addColumnAfter().run() },
  { label: 'Delete row', does: (editor) => focused(editor).deleteRow().run() },
  { label: 'Delete column', does: (editor) => focused(editor).deleteColumn().run() },
  { label: 'Delete table', does: (editor) => focused(editor).deleteTable().run() },
]
