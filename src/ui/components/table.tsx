/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- `display: block` (styles/table.css) takes the roles away in some browsers */
import type { ReactNode, Ref } from 'react'

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

interface TableRowProps {
  readonly ref: Ref<HTMLTableRowElement>
  readonly children: ReactNode
}

export const TableRow = ({ ref, children }: TableRowProps) => (
  <tr role="row" ref={ref} tabIndex={-1}>
    {children}
  </tr>
)

interface WholeRowProps extends TableRowProps {
  readonly columns: number
  /** Height of the replaced row, in CSS pixels. */
  readonly height: number
}

/** One cell over all columns with the height of the replaced row, so that nothing moves under the finger. */
export const WholeRow = ({ ref, columns, height, children }: WholeRowProps) => (
  <tr role="row" ref={ref} tabIndex={-1} style={{ height }}>
    <td role="cell" colSpan={columns} data-slot="whole">
      {children}
    </td>
  </tr>
)

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
