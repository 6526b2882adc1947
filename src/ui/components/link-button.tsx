import type { ComponentProps, ReactNode } from 'react'
import { type ButtonVariant, buttonStyle } from './button-style.ts'

export interface LinkButtonProps extends Omit<ComponentProps<'a'>, 'className'> {
  readonly href: string
  readonly variant?: ButtonVariant
  readonly className?: string
  readonly children: ReactNode
}

/** A link that looks like a button. */
export const LinkButton = ({ variant = 'quiet', className, children, ...rest }: LinkButtonProps) => (
  <a {...rest} className={buttonStyle(variant, className)}>
    {children}
  </a>
)
