import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import { useState } from 'react'
import { Button } from '#ui/components/button.tsx'
import { TextField } from '#ui/forms/text-field.tsx'

interface PictureToolsProps {
  readonly alt: string
  readonly onDescribe: (words: string) => void
  readonly onMove: (direction: 'up' | 'down') => void
  /** Null while the upload line offers to remove the picture. */
  readonly onRemove: (() => void) | null
}

/** Tools below the selected picture. */
export const PictureTools = ({ alt, onDescribe, onMove, onRemove }: PictureToolsProps) => {
  const [typed, setTyped] = useState(alt)
  return (
    <div contentEditable={false} className="picture-tools">
      <TextField
        label="Description"
        hint="What would you tell someone on the phone? It is read aloud to those who cannot see it. Leave empty when it only decorates."
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value)
          onDescribe(target.value.trim())
        }}
      />
      <div className="picture-actions">
        <button type="button" className="editor-button" aria-label="Move up" title="Move up (Alt+↑)" onClick={() => onMove('up')}>
          <ArrowUp size={20} aria-hidden="true" />
        </button>
        <button type="button" className="editor-button" aria-label="Move down" title="Move down (Alt+↓)" onClick={() => onMove('down')}>
          <ArrowDown size={20} aria-hidden="true" />
        </button>
        {onRemove === null ? null : <Button onClick={onRemove}>Remove</Button>}
      </div>
    </div>
  )
}
