/** A stored picture, or an SVG document drawn by the blog. */
export interface CardPicture {
  readonly bytes: Uint8Array
  readonly isDrawing: boolean
}

/** A social card to be drawn. */
export interface CardOrder {
  readonly title: string
  /** A few words under the title; empty for none. */
  readonly text: string
  /** Name of the blog, beside its sign. */
  readonly name: string
  /** The blog's icon or logo. */
  readonly sign: CardPicture
  readonly cover: CardPicture
  readonly colours: { readonly paper: string; readonly ink: string; readonly soft: string; readonly accent: string }
}
