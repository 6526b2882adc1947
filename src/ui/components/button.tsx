import type { ButtonHTMLAttributes, MouseEvent, ReactNode, Ref } from 'react'
import { type ButtonVariant, buttonStyle } from './button-style.ts'
import { SpinnerMark } from './spinner-mark.tsx'

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly variant?: ButtonVariant
  /**
   * Shows a spinner and `busyLabel` instead of the children, and ignores clicks. Stays enabled, because a disabled
   * button loses the focus.
   */
  readonly busy?: boolean
  readonly busyLabel?: string
  readonly children: ReactNode
  readonly ref?: Ref<HTMLButtonElement>
}

const BUSY = { 'aria-busy': true, 'aria-disabled': true } as const
const refuse = (event: MouseEvent) => event.preventDefault()

export const Button = ({
  variant = 'quiet',
  busy = false,
  busyLabel = 'Loading...',
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) => (
  <button type="button" {...rest} className={buttonStyle(variant, className)} onClick={busy ? refuse : onClick} {...(busy ? BUSY : {})}>
    {busy ? (
      <>
        <SpinnerMark />
        {busyLabel}
      </>
    ) : (
      children
    )}
  </button>
)
