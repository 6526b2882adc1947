/** A bounded part of a list; the contract has clamped both numbers. */
export interface RowRange {
  readonly startIndex: number
  readonly limit: number
  readonly sort: 'asc' | 'desc'
}
