import type { ReactNode } from 'react'
import { PageHeading } from '#ui/components/page-heading.tsx'

interface EntryScreenProps {
  readonly title: string
  readonly brand: ReactNode
  readonly intro: ReactNode
  /** The form and what belongs under it. */
  readonly children: ReactNode
}

/** Layout of the sign-in and sign-up pages: the brand beside the form. */
export const EntryScreen = ({ title, brand, intro, children }: EntryScreenProps) => (
  <div className="wrap entry-screen beside py-10">
    <div className="stack">
      {brand}
      <PageHeading>{title}</PageHeading>
      <p className="text-lead text-ink-soft">{intro}</p>
    </div>
    <div className="card entry-card stack">{children}</div>
  </div>
)
