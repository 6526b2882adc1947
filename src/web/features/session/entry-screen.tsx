import type { ReactNode } from 'react'
import { PageHeading } from '#web/ui/page-heading.tsx'

interface EntryScreenProps {
  readonly title: string
  readonly brand: ReactNode
  readonly intro: ReactNode
  /** The form and what belongs under it. */
  readonly children: ReactNode
}

/** The shape that signing in and signing up share: who we are beside the form. */
export const EntryScreen = ({ title, brand, intro, children }: EntryScreenProps) => (
  <div className="wrap my-auto grid max-w-[62rem] items-center gap-8 py-10 md:grid-cols-[minmax(0,1fr)_minmax(0,26rem)] md:gap-16 md:py-16">
    <div className="grid gap-4 self-center">
      <div className="max-md:hidden">{brand}</div>
      <PageHeading>{title}</PageHeading>
      <p className="max-w-[38ch] text-lead text-ink-soft">{intro}</p>
    </div>
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4 rounded-card border border-line bg-surface p-[min(1.25rem,5vw)] shadow-1 sm:p-7">
      {children}
    </div>
  </div>
)
