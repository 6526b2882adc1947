import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

interface SecondLineProps {
  readonly className?: string
  readonly children: ReactNode
}

/** Small print under the first line of a cell or row. */
export const SecondLine = ({ className, children }: SecondLineProps) => (
  <span className={classNames('block text-small text-ink-soft', className)}>{children}</span>
)
