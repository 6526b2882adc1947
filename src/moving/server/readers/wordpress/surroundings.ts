import { z } from 'zod'

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

/** Items of the export that a post's content can refer to. */
export interface WordpressSurroundings {
  readonly attachment: (id: string) => Attachment | undefined
  /** Attachments of a post; null for the post itself. */
  readonly attachmentsOf: (post: string | null) => readonly Attachment[]
  /** Content of a reusable block. */
  readonly block: (id: string) => string | undefined
  readonly footnotes: readonly Footnote[]
}

const footnotes = z.array(z.object({ id: z.string(), content: z.string() }))

/** Reads the footnotes that WordPress stores as JSON in the post's metadata. @returns null if it is invalid */
export function readFootnotes(json: string | undefined): readonly Footnote[] | null {
  if (json === undefined || json.trim() === '') return []
  try {
    return footnotes.parse(JSON.parse(json))
  } catch {
    return null
  }
}
