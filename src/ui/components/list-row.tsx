import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'

/** An item of a list: what it is, and its actions at the end of the line or below. */
export const ListRow = ({ className, ...rest }: ComponentProps<'li'>) => (
  <li {...rest} className={classNames('row justify-between gap-y-1 border-b border-line py-3 last:border-b-0', className)} />
)
