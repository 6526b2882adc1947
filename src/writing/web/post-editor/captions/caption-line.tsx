import type { Caption } from '#media/web/index.ts'
import { Button } from '#ui/components/button.tsx'
import { TextField } from '#ui/forms/text-field.tsx'

export interface EditedCaption extends Caption {
  readonly key: number
}

interface CaptionLineProps {
  readonly caption: EditedCaption
  readonly number: number
  readonly onChange: (part: Partial<Caption>) => void
  /** Takes the time from the player. */
  readonly onNow: (side: 'start' | 'end') => void
  readonly onRemove: () => void
}

const SIDES = [
  ['start', 'Begins', 'Begins now'],
  ['end', 'Ends', 'Ends now'],
] as const

/** One line of captions with its times in seconds. */
export const CaptionLine = ({ caption, number, onChange, onNow, onRemove }: CaptionLineProps) => (
  <li className="stack gap-2 border-t border-line pt-4">
    <TextField
      label={`Line ${number}`}
      // A line that was just added.
      autoFocus={caption.text === ''}
      value={caption.text}
      onChange={({ target }) => onChange({ text: target.value })}
    />
    <div className="caption-times">
      {SIDES.map(([side, label, now]) => (
        <div key={side} className="grid gap-1.5">
          <TextField
            label={`${label} (seconds)`}
            aria-label={`Line ${number} ${label.toLowerCase()} at second`}
            type="number"
            inputMode="decimal"
            min={0}
            step={0.1}
            value={Number.isNaN(caption[side]) ? '' : String(caption[side])}
            onChange={({ target }) => onChange({ [side]: target.valueAsNumber })}
          />
          <Button aria-label={`Line ${number} ${now.toLowerCase()}`} onClick={() => onNow(side)}>
            {now}
          </Button>
        </div>
      ))}
    </div>
    <Button variant="plain" className="justify-self-start" aria-label={`Remove line ${number}`} onClick={onRemove}>
      Remove
    </Button>
  </li>
)
