/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- `display: block` (styles/table.css) takes the roles away in some browsers */
import type { ReactNode } from 'react'

interface TableProps {
  /** Name of the table for screen readers. */
  readonly caption: string
  readonly columns: readonly string[]
  /** `TableRow`s. */
  readonly children: ReactNode
}

/** A table whose rows become cards if there is no room for columns: `TableCell` sets the position. Styled in styles/table.css. */
export const Table = ({ caption, columns, children }: TableProps) => (
  <div className="data-table-place">
    <table role="table" className="data-table">
      <caption className="sr-only">{caption}</caption>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map((column) => (
            <th key={column} role="columnheader" scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">{children}</tbody>
    </table>
  </div>
)
