import type { ButtonHTMLAttributes, ComponentProps, MouseEvent, ReactNode, Ref } from 'react'
import { SpinnerMark } from './spinner.tsx'
import { classNames } from './class-names.ts'

type ButtonVariant = 'primary' | 'quiet' | 'danger' | 'plain'

/** Also for links that look like buttons. Styled in styles/parts.css. */
export const buttonStyle = (variant: ButtonVariant, className?: string): string => classNames('button', `button-${variant}`, className)

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly variant?: ButtonVariant
  /**
   * Shows a spinner and `busyLabel` instead of the children, and ignores clicks. Stays enabled, because a disabled
   * button loses the focus.
   */
  readonly busy?: boolean
  readonly busyLabel?: string | undefined
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
    {/* Elements, since React could not remove a text that a translating browser has replaced. */}
    {busy ? (
      <>
        <SpinnerMark />
        <span>{busyLabel}</span>
      </>
    ) : (
      <span className="contents">{children}</span>
    )}
  </button>
)

interface LinkButtonProps extends Omit<ComponentProps<'a'>, 'className'> {
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
