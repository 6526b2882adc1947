import { classNames } from './class-names.ts'

export type ButtonVariant = 'primary' | 'quiet' | 'danger' | 'plain'

/** Also for links that look like buttons. Styled in styles/parts.css. */
export const buttonStyle = (variant: ButtonVariant, className?: string): string => classNames('button', `button-${variant}`, className)
