import { type Ref, type TextareaHTMLAttributes, useId } from 'react'
import { classNames } from '#ui/components/class-names.ts'
import { Field, type FieldTexts, describedBy } from './field.tsx'

export type TextAreaProps = FieldTexts & TextareaHTMLAttributes<HTMLTextAreaElement> & { readonly ref?: Ref<HTMLTextAreaElement> }

export const TextArea = ({ label, error, hint, labelHidden, id, className, ...rest }: TextAreaProps) => {
  const ownId = useId()
  const controlId = id ?? ownId
  const texts = { label, error, hint, labelHidden }
  return (
    <Field id={controlId} {...texts}>
      <textarea
        rows={3}
        {...rest}
        id={controlId}
        className={classNames('control', className)}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(controlId, texts)}
      />
    </Field>
  )
}
