import { createElement, type HTMLAttributes, type Ref } from 'react'
import { classNames } from './class-names.ts'

interface CardProps extends HTMLAttributes<HTMLElement> {
  readonly as?: 'div' | 'section' | 'li'
  readonly ref?: Ref<HTMLElement>
}

/** A surface for things that belong together. */
export const Card = ({ as = 'div', className, ...rest }: CardProps) =>
  createElement<HTMLAttributes<HTMLElement>>(as, { ...rest, className: classNames('card p-5', className) })
