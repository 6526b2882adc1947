import ChevronRight from 'lucide-react/icons/chevron-right'
import type { ReactNode } from 'react'
import { SecondLine } from './second-line.tsx'

interface LinkRowProps {
  readonly id?: string
  readonly href: string
  readonly icon?: ReactNode
  /** Small print below. */
  readonly note?: ReactNode
  readonly children: ReactNode
}

/** An item of a list that is one link, as wide as the list. */
export const LinkRow = ({ id, href, icon, note, children }: LinkRowProps) => (
  <li id={id}>
    <a href={href} className="flex min-h-[56px] items-center gap-[min(0.75rem,3vw)] px-[min(1.25rem,5vw)] py-2.5 hover:bg-sunk">
      {icon}
      <span className="min-w-0 grow wrap-anywhere">
        <span dir="auto" className="block font-semibold">
          {children}
        </span>
        {note === undefined ? null : <SecondLine>{note}</SecondLine>}
      </span>
      <ChevronRight aria-hidden="true" size={18} className="shrink-0 text-ink-soft" />
    </a>
  </li>
)
