import { type InputHTMLAttributes, type ReactNode, useId } from 'react'

interface CheckFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'id' | 'className'> {
  readonly label: string
  readonly hint?: ReactNode
  /** Shows that neither is known. */
  readonly indeterminate?: boolean
}

/** A checkbox with a touch target. */
export const CheckField = ({ label, hint, indeterminate = false, ...rest }: CheckFieldProps) => {
  const id = useId()
  return (
    <div>
      <label className="flex min-h-[44px] cursor-pointer flex-wrap items-center gap-x-3 py-1">
        <input
          {...rest}
          ref={(input) => {
            if (input) input.indeterminate = indeterminate
          }}
          type="checkbox"
          aria-describedby={hint === undefined ? undefined : `${id}-hint`}
          className="size-5 shrink-0 accent-heart"
        />
        <span className="max-w-full flex-1 wrap-break-word">{label}</span>
      </label>
      {hint === undefined ? null : (
        <p id={`${id}-hint`} className="pb-2 pl-8 text-small text-ink-soft">
          {hint}
        </p>
      )}
    </div>
  )
}
