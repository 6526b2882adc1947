import type { ReactNode } from 'react'

interface EmptyStateProps {
  readonly title: string
  /** What the user can do about it. */
  readonly children?: ReactNode
}

export const EmptyState = ({ title, children }: EmptyStateProps) => (
  <div className="card empty-state">
    <svg
      aria-hidden="true"
      width="44"
      height="40"
      viewBox="0 0 44 40"
      fill="none"
      stroke="var(--calm)"
      strokeWidth="2.5"
      strokeLinejoin="round"
    >
      <path d="M22 37C8 28 3 21 3 13a9.5 9.5 0 0 1 19-3 9.5 9.5 0 0 1 19 3c0 8-5 15-19 24z" />
    </svg>
    <p className="text-lead font-medium">{title}</p>
    {children}
  </div>
)
