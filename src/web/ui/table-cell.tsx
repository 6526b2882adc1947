/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- `display: block` (styles/table.css) takes the roles away in some browsers */
import type { ReactNode } from 'react'

interface TableCellProps {
  /** The column's name, shown beside the value on phones. */
  readonly label: string
  readonly children: ReactNode
}

export const TableCell = ({ label, children }: TableCellProps) => (
  <td role="cell" data-label={label}>
    <div className="min-w-0">{children}</div>
  </td>
)
