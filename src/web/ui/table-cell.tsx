/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- `display: block` (styles/table.css) takes the roles away in some browsers */
import type { ReactNode } from 'react'

interface TableCellProps {
  /** Its place on a card, where the table is too narrow for columns; `wide` cells are not on it. */
  readonly slot: 'picture' | 'title' | 'meta' | 'action' | 'wide'
  /** Stands before its content on a card. */
  readonly prefix?: string
  readonly children: ReactNode
}

export const TableCell = ({ slot, prefix, children }: TableCellProps) => (
  <td role="cell" data-slot={slot} data-prefix={prefix}>
    <div className="min-w-0">{children}</div>
  </td>
)
