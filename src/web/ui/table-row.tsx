import type { ReactNode } from 'react'

export const TableRow = ({ children }: { readonly children: ReactNode }) => <tr role="row">{children}</tr>
