import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

interface PageHeadingProps {
  readonly className?: string
  /** Language of the words, if it is not that of the page. */
  readonly lang?: string | undefined
  readonly children: ReactNode
}

/** The only h1 of a screen. It takes the focus where a pressed button is gone, and between the steps of the set-up. */
export const PageHeading = ({ className, lang, children }: PageHeadingProps) => (
  <h1 lang={lang} tabIndex={-1} className={classNames('text-h1 outline-none wrap-anywhere', className)}>
    {children}
  </h1>
)
