import { type ReactNode, useId } from 'react'
import { FieldError } from './field-error.tsx'

export interface RadioOption<Value extends string> {
  readonly value: Value
  readonly label: string
  /** Drawn before the label. */
  readonly icon?: ReactNode
  /** What the choice means. */
  readonly hint?: ReactNode
}

interface ChoiceFieldProps<Value extends string> {
  readonly legend: string
  readonly name: string
  /** Undefined while nothing is chosen. */
  readonly value: Value | undefined
  readonly choices: readonly RadioOption<Value>[]
  readonly onChange: (value: Value) => void
  readonly error?: string | undefined
  readonly hint?: string
}

const TILES = 'grid grid-cols-[repeat(auto-fill,minmax(min(8.5rem,100%),1fr))] gap-2'

/** Radio buttons, each a tile with a touch target; one below the other if they have hints. */
export const ChoiceField = <Value extends string>({ legend, name, value, choices, onChange, error, hint }: ChoiceFieldProps<Value>) => {
  const id = useId()
  const lines = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <fieldset className="stack min-w-0 gap-1.5" aria-describedby={lines === '' ? undefined : lines}>
      <legend className="mb-1.5 font-medium">{legend}</legend>
      <div className={choices.some((choice) => choice.hint) ? 'grid gap-2' : TILES}>
        {choices.map((choice, index) => (
          <label
            key={choice.value}
            className={`flex min-h-[46px] min-w-0 cursor-pointer flex-wrap gap-2 rounded-small border border-line-strong bg-surface px-2.5 py-2 has-checked:border-heart has-checked:bg-heart-tint ${choice.hint ? 'items-start' : 'items-center'}`}
          >
            <input
              type="radio"
              name={name}
              value={choice.value}
              checked={choice.value === value}
              className="size-5 shrink-0 accent-heart"
              {...(choice.hint ? { 'aria-labelledby': `${id}-${index}`, 'aria-describedby': `${id}-${index}-hint` } : {})}
              onChange={() => onChange(choice.value)}
            />
            {choice.icon}
            <span className="max-w-full flex-1 wrap-break-word">
              <span id={`${id}-${index}`} className={choice.hint ? 'font-medium' : undefined}>
                {choice.label}
              </span>
              {choice.hint ? (
                <span id={`${id}-${index}-hint`} className="block text-small text-ink-soft">
                  {choice.hint}
                </span>
              ) : null}
            </span>
          </label>
        ))}
      </div>
      {error === undefined ? null : <FieldError id={`${id}-error`}>{error}</FieldError>}
      {hint === undefined ? null : (
        <p id={`${id}-hint`} className="text-small text-ink-soft">
          {hint}
        </p>
      )}
    </fieldset>
  )
}
