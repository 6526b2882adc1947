import { type InputHTMLAttributes, useId } from 'react'
import { classNames } from '#ui/components/class-names.ts'
import { Field, type FieldTexts, describedBy } from './field.tsx'

export type TextFieldProps = FieldTexts & InputHTMLAttributes<HTMLInputElement>

export const TextField = ({ label, error, hint, labelHidden, id, className, ...rest }: TextFieldProps) => {
  const ownId = useId()
  const controlId = id ?? ownId
  const texts = { label, error, hint, labelHidden }
  return (
    <Field id={controlId} {...texts}>
      <input
        type="text"
        {...rest}
        id={controlId}
        className={classNames('control', className)}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(controlId, texts)}
      />
    </Field>
  )
}
