import { type ReactNode, useId } from 'react'
import { FieldError } from './field-error.tsx'

export interface RadioOption<Value extends string> {
  readonly value: Value
  readonly label: string
  /** Drawn before the label. */
  readonly icon?: ReactNode
}

interface ChoiceFieldProps<Value extends string> {
  readonly legend: string
  readonly name: string
  readonly value: Value
  readonly choices: readonly RadioOption<Value>[]
  readonly onChange: (value: Value) => void
  readonly error?: string | undefined
  readonly hint?: string
}

/** Radio buttons, each a tile with a touch target. */
export const ChoiceField = <Value extends string>({ legend, name, value, choices, onChange, error, hint }: ChoiceFieldProps<Value>) => {
  const id = useId()
  const lines = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <fieldset className="stack min-w-0 gap-1.5" aria-describedby={lines === '' ? undefined : lines}>
      <legend className="mb-1.5 font-medium">{legend}</legend>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(min(8.5rem,100%),1fr))] gap-2">
        {choices.map((choice) => (
          <label
            key={choice.value}
            className="flex min-h-[46px] min-w-0 cursor-pointer items-center gap-2 rounded-small border border-line-strong bg-surface px-2.5 py-2 has-checked:border-heart has-checked:bg-heart-tint"
          >
            <input
              type="radio"
              name={name}
              value={choice.value}
              checked={choice.value === value}
              className="size-5 shrink-0 accent-heart"
              onChange={() => onChange(choice.value)}
            />
            {choice.icon}
            <span className="min-w-0 wrap-anywhere">{choice.label}</span>
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
