import { classNames } from './class-names.ts'

export type ButtonVariant = 'primary' | 'quiet' | 'danger' | 'plain'

const BASE =
  'inline-flex min-h-[46px] cursor-pointer items-center justify-center gap-2 rounded-full border px-[min(1.25rem,5vw)] text-center font-semibold no-underline transition-colors duration-150 disabled:cursor-not-allowed disabled:not-aria-busy:opacity-60 aria-busy:cursor-progress'

const VARIANTS: Readonly<Record<ButtonVariant, string>> = {
  primary: 'border-transparent bg-heart text-paper enabled:hover:bg-heart-deep [a]:hover:bg-heart-deep',
  quiet: 'border-line-strong bg-surface text-ink enabled:hover:bg-sunk [a]:hover:bg-sunk',
  danger: 'border-danger bg-surface text-danger enabled:hover:bg-danger-tint',
  plain: 'border-transparent bg-transparent text-ink enabled:hover:bg-sunk [a]:hover:bg-sunk',
}

export const buttonStyle = (variant: ButtonVariant, className?: string): string => classNames(BASE, VARIANTS[variant], className)
