import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import { type ReactNode, useState } from 'react'
import { Button } from '#ui/components/button.tsx'
import { TextField } from '#ui/forms/text-field.tsx'

interface MediaToolsProps {
  readonly what: 'picture' | 'film' | 'sound' | 'paper'
  readonly label: string
  readonly hint: string
  /** Initial value; the field keeps what is typed. */
  readonly words: string
  readonly onWords: (words: string) => void
  readonly onMove: (direction: 'up' | 'down') => void
  /** Null while the upload line offers to remove the file. */
  readonly onRemove: (() => void) | null
  /** Further buttons. */
  readonly children?: ReactNode
}

/** Tools below the selected picture, player or document. */
export const MediaTools = ({ what, label, hint, words, onWords, onMove, onRemove, children }: MediaToolsProps) => {
  const [typed, setTyped] = useState(words)
  return (
    <div contentEditable={false} className="picture-tools">
      {children}
      <TextField
        label={label}
        hint={hint}
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value)
          onWords(target.value.trim())
        }}
      />
      <div className="picture-actions">
        <button type="button" className="editor-button" title="Move up (Alt+↑)" onClick={() => onMove('up')}>
          <ArrowUp size={20} aria-hidden="true" />
        </button>
        <button type="button" className="editor-button" title="Move down (Alt+↓)" onClick={() => onMove('down')}>
          <ArrowDown size={20} aria-hidden="true" />
        </button>
        {onRemove === null ? null : (
          <Button onClick={onRemove}>
            Remove<span className="sr-only"> this {what}</span>
          </Button>
        )}
      </div>
    </div>
  )
}
