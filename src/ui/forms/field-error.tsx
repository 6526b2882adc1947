import type { ComponentProps } from 'react'
import { classNames } from '#ui/components/class-names.ts'

/** What is wrong with the field above. */
export const FieldError = ({ className, ...rest }: ComponentProps<'p'>) => (
  <p {...rest} className={classNames('text-small font-medium text-danger', className)} />
)
