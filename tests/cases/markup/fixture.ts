/** A block, card or element of another blog, and its imported form. */
export interface MarkupFixture<Source = string> {
  /** Common name. */
  readonly name: string
  /** Source in the export. */
  readonly source: Source
  /** Stored HTML. */
  readonly html: string
  /** Lines of the report, as `kind: detail`. */
  readonly notes?: readonly string[]
  /** Texts that are left out, such as labels of buttons that would do nothing in Kindred. */
  readonly controls?: readonly string[]
}
