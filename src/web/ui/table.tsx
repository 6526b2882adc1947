import type { ReactNode } from 'react'

interface TableProps {
  /** What the table is, for screen readers. */
  readonly caption: string
  readonly columns: readonly string[]
  /** `TableRow`s. */
  readonly children: ReactNode
}

/** A table that turns into cards on phones, each cell with its column's name. Styled in styles/table.css. */
export const Table = ({ caption, columns, children }: TableProps) => (
  <table className="data-table">
    <caption className="sr-only">{caption}</caption>
    <thead>
      <tr>
        {columns.map((column) => (
          <th key={column} scope="col">
            {column}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>{children}</tbody>
  </table>
)
