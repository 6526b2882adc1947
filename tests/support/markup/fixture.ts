/** A block, card or element of another blog, and what becomes of it. */
export interface MarkupFixture<Source = string> {
  /** As people call it. */
  readonly name: string
  /** What it becomes, for people who move. */
  readonly becomes: string
  /** As the export has it. */
  readonly source: Source
  /** The text as it is stored. */
  readonly html: string
  /** Lines of the report, as `kind: detail`. */
  readonly notes?: readonly string[]
  /** Labels of buttons and the like, which do nothing here and are left out. */
  readonly controls?: readonly string[]
}
