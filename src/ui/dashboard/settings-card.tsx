import type { ReactNode } from 'react'

interface SettingsCardProps {
  /** Omitted if the heading of the section says it. */
  readonly title?: string | undefined
  readonly hint?: string | undefined
  readonly children: ReactNode
}

const CARD = 'max-w-measure rounded-card border border-line bg-surface p-5'

/** A group of settings within a section. */
export const SettingsCard = ({ title, hint, children }: SettingsCardProps) => {
  const content = (
    <>
      {hint === undefined ? null : <p className="mb-5 text-ink-soft">{hint}</p>}
      {children}
    </>
  )
  if (title === undefined) return <div className={CARD}>{content}</div>
  return (
    <section aria-label={title} className={CARD}>
      <h3 className="mb-1 text-h3">{title}</h3>
      {content}
    </section>
  )
}
