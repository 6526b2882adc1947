/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- `display: block` (styles/table.css) takes the roles away in some browsers */
import type { ReactNode } from 'react'

export const TableRow = ({ children }: { readonly children: ReactNode }) => <tr role="row">{children}</tr>
