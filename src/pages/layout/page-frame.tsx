import { createElement, type ReactNode } from 'react'

interface PageFrameProps {
  readonly as?: 'div' | 'article'
  readonly children: ReactNode
}

/** Margins of a page for reading. */
export const PageFrame = ({ as = 'div', children }: PageFrameProps) => createElement(as, { className: 'wrap py-10 md:py-16' }, children)
