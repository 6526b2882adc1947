import type { ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router'
import { type ButtonVariant, buttonStyle } from './button-style.ts'

export interface LinkButtonProps extends Omit<LinkProps, 'className'> {
  readonly variant?: ButtonVariant
  readonly className?: string
  readonly children: ReactNode
}

/** A link that looks like a button. */
export const LinkButton = ({ variant = 'quiet', className, ...rest }: LinkButtonProps) => (
  <Link {...rest} className={buttonStyle(variant, className)} />
)
