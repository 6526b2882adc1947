/** A page of plain legal prose: the privacy policy and the terms (docs/product.md, 2). */
export interface LegalText {
  title: string
  dates: readonly { label: string; date: string }[]
  intro: string
  sections: readonly { heading: string; paragraphs: readonly string[] }[]
}
