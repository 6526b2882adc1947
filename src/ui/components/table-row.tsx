/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- `display: block` (styles/table.css) takes the roles away in some browsers */
import type { ReactNode, Ref } from 'react'

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
