export interface Attachment {
  readonly id: string
  readonly url: string
  readonly alt: string
  readonly title: string
  readonly caption: string
}

export interface Footnote {
  readonly id: string
  /** HTML. */
  readonly content: string
}

/** What a body can point to in the rest of its export. */
export interface WordpressSurroundings {
  readonly attachment: (id: string) => Attachment | undefined
  /** What was uploaded to a post; null for this very one. */
  readonly attachmentsOf: (post: string | null) => readonly Attachment[]
  /** Content of a reusable block. */
  readonly block: (id: string) => string | undefined
  readonly footnotes: readonly Footnote[]
}
