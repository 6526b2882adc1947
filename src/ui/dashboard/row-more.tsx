import type { ReactNode } from 'react'
import Ellipsis from 'lucide-react/icons/ellipsis'
import { Menu } from '#ui/components/menu.tsx'

interface RowMoreProps {
  /** What the row is about. */
  readonly name: string
  /** Rare and grave actions. */
  readonly children: ReactNode
}

/** Buttons in a column of their own; on a card in a menu, so that no finger finds them by mistake (styles/table.css). */
export const RowMore = ({ name, children }: RowMoreProps) => (
  <>
    <div className="wide-only row-actions">{children}</div>
    <div className="card-only row-more">
      <Menu
        label={`More for ${name}`}
        trigger={<Ellipsis aria-hidden="true" size={20} />}
        triggerClassName="text-button"
        panelClassName="menu-here"
      >
        {children}
      </Menu>
    </div>
  </>
)
