/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- `display: block` (styles/table.css) takes the roles away in some browsers */
import type { ReactNode } from 'react'

interface TableCellProps {
  /** Position on a card, if the table is too narrow for columns; `wide` cells are hidden there. */
  readonly slot: 'picture' | 'title' | 'meta' | 'action' | 'wide'
  /** Text before the content on a card. */
  readonly prefix?: string
  readonly children: ReactNode
}

export const TableCell = ({ slot, prefix, children }: TableCellProps) => (
  <td role="cell" data-slot={slot} data-prefix={prefix}>
    <div className="min-w-0">{children}</div>
  </td>
)
