/** Tables of one module, and their indexes. */
export interface SchemaPart {
  /**
   * Columns and constraints by the table's name, referenced tables first. `{seq}` is the column of row numbers, `{binary}`
   * the collation by bytes: the two databases spell them differently.
   */
  readonly tables: Readonly<Record<string, string>>
  /** 'name on table (columns)', or 'unique name on …'. */
  readonly indexes: readonly string[]
}
