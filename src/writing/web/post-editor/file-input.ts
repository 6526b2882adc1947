import type { EditorProps, EditorView } from '@tiptap/pm/view'
import { TextSelection } from '@tiptap/pm/state'

const filesIn = (data: DataTransfer | null): File[] => [...(data?.files ?? [])]

/** False for a picture that was copied in a browser: its HTML contains nothing else. */
const hasWords = (data: DataTransfer) =>
  new DOMParser().parseFromString(data.getData('text/html'), 'text/html').body.textContent.trim() !== ''

/** Passes files that are dropped or pasted to `take`, with the cursor where they belong. */
export const fileInput = (take: (view: EditorView, files: File[]) => void): Pick<EditorProps, 'handleDrop' | 'handlePaste'> => ({
  handlePaste(view, event) {
    const files = filesIn(event.clipboardData)
    // A text with its picture beside it, from a word processor for instance, is pasted as text.
    if (files.length === 0 || event.clipboardData === null || hasWords(event.clipboardData)) return false
    take(view, files)
    return true
  },
  handleDrop(view, event) {
    // Files moved within the text are handled by the editor.
    const files = view.dragging ? [] : filesIn(event.dataTransfer)
    if (files.length === 0) return false
    event.preventDefault()
    const at = view.posAtCoords({ left: event.clientX, top: event.clientY })
    if (at) view.dispatch(view.state.tr.setSelection(TextSelection.near(view.state.doc.resolve(at.pos))))
    take(view, files)
    return true
  },
})
