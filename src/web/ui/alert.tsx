import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

export type AlertKind = 'error' | 'success' | 'info'

const KINDS: Readonly<Record<AlertKind, string>> = {
  error: 'border-danger bg-danger-tint text-danger',
  success: 'border-calm bg-calm-tint text-calm',
  info: 'border-line-strong bg-sunk text-ink',
}

interface AlertProps {
  readonly kind?: AlertKind
  readonly className?: string
  readonly children: ReactNode
}

/** Says at once what happened; errors interrupt a screen reader, the others wait. */
export const Alert = ({ kind = 'error', className, children }: AlertProps) => (
  <div
    role={kind === 'error' ? 'alert' : 'status'}
    className={classNames('rounded-small border-l-4 px-4 py-3 font-medium wrap-anywhere', KINDS[kind], className)}
  >
    {children}
  </div>
)
