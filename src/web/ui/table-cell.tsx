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
