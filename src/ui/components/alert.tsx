import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

type AlertKind = 'error' | 'success' | 'info'

interface AlertProps {
  readonly kind?: AlertKind
  readonly className?: string
  readonly children: ReactNode
}

export const alertStyle = (kind: AlertKind, className?: string): string =>
  classNames('alert', kind !== 'error' && `alert-${kind}`, className)

/** Announces what happened; errors interrupt a screen reader, other kinds wait. */
export const Alert = ({ kind = 'error', className, children }: AlertProps) => (
  <div role={kind === 'error' ? 'alert' : 'status'} className={alertStyle(kind, className)}>
    {children}
  </div>
)
