import type { SelectHTMLAttributes } from 'react'
import { classNames } from '#ui/components/class-names.ts'
import { useFieldId } from './field-id.ts'
import { Field, type FieldTexts, describedBy } from './text-field.tsx'

interface SelectOption {
  readonly value: string
  readonly label: string
  /** Language of the label, if it is not that of the page. */
  readonly lang?: string
}
type SelectFieldProps = FieldTexts &
  Omit<SelectHTMLAttributes<HTMLSelectElement>, 'children'> & { readonly options: readonly SelectOption[] }

export const SelectField = ({ label, error, hint, labelHidden, id, className, options, ...rest }: SelectFieldProps) => {
  const ownId = useFieldId(rest.name)
  const controlId = id ?? ownId
  const texts = { label, error, hint, labelHidden }
  return (
    <Field id={controlId} {...texts}>
      <select
        {...rest}
        id={controlId}
        className={classNames('control select', className)}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(controlId, texts)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value} lang={option.lang}>
            {option.label}
          </option>
        ))}
      </select>
    </Field>
  )
}
