import type { EditorProps } from '@tiptap/pm/view'
import { TextSelection } from '@tiptap/pm/state'

const picturesIn = (data: DataTransfer | null): File[] => [...(data?.files ?? [])].filter((file) => file.type.startsWith('image/'))

/** Pictures that are dropped on the text or pasted into it go to `take`; the cursor stands where they belong. */
export const takesPictures = (take: (files: File[]) => void): Pick<EditorProps, 'handleDrop' | 'handlePaste'> => ({
  handlePaste(_view, event) {
    const files = picturesIn(event.clipboardData)
    // A text with its picture beside it, from a word processor for instance, is pasted as text.
    if (files.length === 0 || event.clipboardData?.types.includes('text/html')) return false
    take(files)
    return true
  },
  handleDrop(view, event) {
    // Moved within the text: the editor's own affair.
    const files = view.dragging ? [] : picturesIn(event.dataTransfer)
    if (files.length === 0) return false
    event.preventDefault()
    const at = view.posAtCoords({ left: event.clientX, top: event.clientY })
    if (at) view.dispatch(view.state.tr.setSelection(TextSelection.near(view.state.doc.resolve(at.pos))))
    take(files)
    return true
  },
})
