import { type InputHTMLAttributes, type ReactNode, type Ref, type TextareaHTMLAttributes, useContext } from 'react'
import { classNames } from '#ui/components/class-names.ts'
import { RefusedFieldContext, useFieldId } from './field-id.ts'
import { FieldError } from './field-error.tsx'

/** Props that all fields have in common. */
export interface FieldTexts {
  readonly label: ReactNode
  readonly error?: string | null | undefined
  readonly hint?: ReactNode
  /** Shows the label to screen readers only. */
  readonly labelHidden?: boolean
}

/** Ids of the error and the hint, for `aria-describedby`. */
export const describedBy = (id: string, texts: FieldTexts): string | undefined => {
  const ids = [texts.error ? `${id}-error` : '', texts.hint ? `${id}-hint` : ''].filter(Boolean)
  return ids.length === 0 ? undefined : ids.join(' ')
}

interface FieldProps extends FieldTexts {
  readonly id: string
  readonly children: ReactNode
}

/** Label, control, error and hint, wired by `id`. */
export const Field = ({ id, label, error, hint, labelHidden = false, children }: FieldProps) => (
  <div className="stack gap-1.5">
    <label htmlFor={id} className={labelHidden ? 'sr-only' : 'font-medium'}>
      {label}
    </label>
    {children}
    {error ? <FieldError id={`${id}-error`}>{error}</FieldError> : null}
    {hint ? (
      <p id={`${id}-hint`} className="text-small text-ink-soft">
        {hint}
      </p>
    ) : null}
  </div>
)

/** Whether the server has refused this field alone. */
const useIsRefused = (name: string | undefined): boolean => {
  const refused = useContext(RefusedFieldContext)
  return name !== undefined && refused === name
}

interface TextFieldProps extends FieldTexts, InputHTMLAttributes<HTMLInputElement> {
  /** Beside the input. */
  readonly aside?: ReactNode
}

export const TextField = ({ label, error, hint, labelHidden, id, className, aside, ...rest }: TextFieldProps) => {
  const ownId = useFieldId(rest.name)
  const controlId = id ?? ownId
  const isRefused = useIsRefused(rest.name)
  const texts = { label, error, hint, labelHidden }
  const input = (
    <input
      type="text"
      {...rest}
      id={controlId}
      autoFocus={isRefused || rest.autoFocus}
      className={classNames('control', className)}
      aria-invalid={error ? true : undefined}
      aria-describedby={describedBy(controlId, texts)}
    />
  )
  return (
    <Field id={controlId} {...texts}>
      {aside === undefined ? (
        input
      ) : (
        <div className="control-row">
          {input}
          {aside}
        </div>
      )}
    </Field>
  )
}

type TextAreaProps = FieldTexts & TextareaHTMLAttributes<HTMLTextAreaElement> & { readonly ref?: Ref<HTMLTextAreaElement> }

export const TextArea = ({ label, error, hint, labelHidden, id, className, ...rest }: TextAreaProps) => {
  const ownId = useFieldId(rest.name)
  const controlId = id ?? ownId
  const isRefused = useIsRefused(rest.name)
  const texts = { label, error, hint, labelHidden }
  return (
    <Field id={controlId} {...texts}>
      <textarea
        rows={3}
        {...rest}
        id={controlId}
        autoFocus={isRefused || rest.autoFocus}
        className={classNames('control', className)}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(controlId, texts)}
      />
    </Field>
  )
}
