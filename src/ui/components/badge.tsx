import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'

/** A word or number about what stands beside it. */
export const Badge = ({ className, ...rest }: ComponentProps<'span'>) => <span {...rest} className={classNames('badge', className)} />
