import type { EditorProps, EditorView } from '@tiptap/pm/view'
import { TextSelection } from '@tiptap/pm/state'
import { withoutStyleSheets } from './paste-html.ts'

const filesIn = (data: DataTransfer | null): File[] => [...(data?.files ?? [])]

/** False for a picture that was copied in a browser: its HTML contains nothing else. */
const hasWords = (data: DataTransfer) =>
  new DOMParser().parseFromString(withoutStyleSheets(data.getData('text/html')), 'text/html').body.textContent.trim() !== ''

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
    if (at) {
      const $at = view.state.doc.resolve(at.pos)
      // Before or after a paragraph: nobody means a place within a line.
      const edge = $at.parentOffset * 2 < $at.parent.content.size ? $at.start() : $at.end()
      view.dispatch(view.state.tr.setSelection(TextSelection.near(view.state.doc.resolve($at.parent.isTextblock ? edge : at.pos))))
    }
    take(view, files)
    return true
  },
})
