import type { ButtonHTMLAttributes, ReactNode } from 'react'
import { type ButtonVariant, buttonStyle } from './button-style.ts'
import { SpinnerMark } from './spinner-mark.tsx'

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly variant?: ButtonVariant
  /** Shows a spinner and `busyLabel` instead of the children, and takes no clicks. */
  readonly busy?: boolean
  readonly busyLabel?: string
  readonly children: ReactNode
}

export const Button = ({
  variant = 'quiet',
  busy = false,
  busyLabel = 'Loading...',
  className,
  children,
  disabled,
  ...rest
}: ButtonProps) => (
  <button
    type="button"
    {...rest}
    className={buttonStyle(variant, className)}
    disabled={busy || disabled === true}
    aria-busy={busy || undefined}
  >
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
