import type { ReactNode } from 'react'

/** Names and values, a row each. */
export const Facts = ({ rows }: { readonly rows: readonly (readonly [name: string, value: ReactNode])[] }) => (
  <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1.5">
    {rows.map(([name, value]) => (
      <div key={name} className="contents">
        <dt className="text-ink-soft">{name}</dt>
        <dd className="min-w-0 wrap-anywhere">{value}</dd>
      </div>
    ))}
  </dl>
)
