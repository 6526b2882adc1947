/** A copy of all data, in the database or beside it. */
export interface DataCopy {
  /** Replaces a former copy. */
  readonly keep: () => Promise<void>
  /** May be interrupted, and repeated. Does nothing where there is no copy. */
  readonly putBack: () => Promise<void>
  /** Also deletes what an interrupted copy has left. */
  readonly delete: () => Promise<void>
  /** Bytes of the database. */
  readonly size: () => Promise<number>
}
